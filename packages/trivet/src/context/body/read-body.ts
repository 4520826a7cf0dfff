import { Fault } from "../../fault/fault.ts"
import { convertForm, type FormFields } from "../../schema/convert-form.ts"
import { findJsonSchema } from "../../schema/json-schema.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import { findFieldNames, type TextKind, textKindsOf } from "../../schema/dto/text-kinds.ts"
import type { BodyReader } from "./body-reader.ts"
import type { Context } from "../context.ts"
import type { Incoming } from "../incoming.ts"
import { parseJson } from "./parse-json.ts"

/** A decoded body that is not yet validated. */
export interface DecodedBody {
  readonly value: unknown
  /** The fields as the client sent them, if the body was a form. */
  readonly fields: FormFields | undefined
}

/** Which bodies an application reads besides JSON, and what happens to other types. */
export interface BodyReaders {
  readonly readers: readonly BodyReader[]
  /** Whether a body of any other type is read as JSON; otherwise it is rejected. */
  readonly restIsJson: boolean
}

/**
 * Reads a body by its `Content-Type`. On a web site, a missing type and a type without a reader are rejected: a page of
 * another site can send `text/plain` without a CORS preflight, and that must not be read as JSON.
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
  const fields = await readFields(reader, ctx, incoming, schema)
  return { value: convertForm(kindsFor(schema), fields), fields }
}

/** Rejects compressed bodies, because Trivet does not decompress them. */
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

/** The fields of a schema, computed once per schema. */
function knownFieldsOf(schema: StandardSchema): KnownFields {
  let fields = known.get(schema)
  if (fields === undefined) {
    const jsonSchema = findJsonSchema(schema, "input")
    fields = { kinds: textKindsOf(jsonSchema), names: findFieldNames(jsonSchema) }
    known.set(schema, fields)
  }
  return fields
}

/** The kinds to which a schema's text fields are converted. */
export function kindsFor(schema: StandardSchema): ReadonlyMap<string, TextKind> {
  return knownFieldsOf(schema).kinds
}

// A stream can be read once, but `bind()` may be called again.
const fieldsRead = new WeakMap<Incoming, Promise<FormFields>>()

function readFields(
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

/** As in JSON: code that copies this field by assignment would set a prototype. */
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
