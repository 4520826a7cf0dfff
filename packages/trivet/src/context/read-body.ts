import { Fault } from "../fault/fault.ts"
import { convertForm, type FormFields } from "../schema/convert-form.ts"
import { findJsonSchema } from "../schema/json-schema.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import { findFieldNames, type TextKind, textKindsOf } from "../schema/text-kinds.ts"
import type { BodyReader } from "./body-reader.ts"
import type { Context } from "./context.ts"
import type { Incoming } from "./incoming.ts"
import { parseJson } from "./parse-json.ts"

/** A body as it was read for a schema that has not seen it yet. */
export interface DecodedBody {
  readonly value: unknown
  /** What the client sent, where that was a form. */
  readonly fields: FormFields | undefined
}

/** Which bodies an application reads besides JSON, and what becomes of the others. */
export interface BodyReaders {
  readonly readers: readonly BodyReader[]
  /** Whether a body of any other type is read as JSON; otherwise it is rejected. */
  readonly restIsJson: boolean
}

/**
 * Reads a body by its `Content-Type`. On a web site, a type without a reader is rejected, and so is none at all: another
 * site's page can send `text/plain` without asking, and it must not be taken for JSON.
 */
export async function readBody(
  ctx: Context,
  incoming: Incoming,
  schema: StandardSchema,
  { readers, restIsJson }: BodyReaders,
): Promise<DecodedBody> {
  const type = mediaTypeOf(incoming.header("content-type") ?? "")
  const reader = readers.find((one) => one.type === type)
  if (isJson(type) || (reader === undefined && restIsJson))
    return { value: parseJson(await ctx.request().body()), fields: undefined }
  if (reader === undefined) throw new Fault("BODY_TYPE_UNKNOWN", { type: JSON.stringify(type) })
  rejectEncoded(incoming)
  const fields = await fieldsOf(reader, ctx, incoming, schema)
  return { value: convertForm(kindsFor(schema), fields), fields }
}

/** Bodies are not inflated. */
export function rejectEncoded(incoming: Incoming): void {
  const encoding = incoming.header("content-encoding")
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw new Fault("BODY_ENCODED", { encoding: JSON.stringify(encoding) })
}

interface KnownFields {
  readonly kinds: ReadonlyMap<string, TextKind>
  readonly names: ReadonlySet<string> | undefined
}

const known = new WeakMap<StandardSchema, KnownFields>()

/** What a schema says of its fields, worked out once. */
function knownFieldsOf(schema: StandardSchema): KnownFields {
  let fields = known.get(schema)
  if (fields === undefined) {
    const jsonSchema = findJsonSchema(schema, "input")
    fields = { kinds: textKindsOf(jsonSchema), names: findFieldNames(jsonSchema) }
    known.set(schema, fields)
  }
  return fields
}

/** What a schema makes of texts. */
export function kindsFor(schema: StandardSchema): ReadonlyMap<string, TextKind> {
  return knownFieldsOf(schema).kinds
}

// A stream can be read once, but `bind()` may be called again.
const fieldsRead = new WeakMap<Incoming, Promise<FormFields>>()

function fieldsOf(
  reader: BodyReader,
  ctx: Context,
  incoming: Incoming,
  schema: StandardSchema,
): Promise<FormFields> {
  let read = fieldsRead.get(incoming)
  if (read === undefined) {
    read = reader.read(ctx, incoming, schema, knownFieldsOf(schema).names).then(withoutPrototype)
    fieldsRead.set(incoming, read)
  }
  return read
}

/** As in JSON: whoever copies a field of this name carelessly would set a prototype. */
function withoutPrototype(fields: FormFields): FormFields {
  delete (fields as Record<string, unknown>)["__proto__"]
  return fields
}

function mediaTypeOf(header: string): string {
  return header.split(";", 1)[0]!.trim().toLowerCase()
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(type)
}
