import type { Call } from "../../context/call.ts"
import type { Context } from "../../context/context.ts"
import { type DecodedBody, kindsFor } from "../../context/body/read-body.ts"
import type { OutputOf, SchemaIssue, SchemaResult, StandardSchema } from "../../schema/standard-schema.ts"

/** The texts of a form as they were sent, by field, to fill the form in again. */
export type FormTexts<Output> = {
  readonly [Field in keyof Output & string]?: NonNullable<Output[Field]> extends readonly unknown[]
    ? readonly string[]
    : string
}

/** The errors of a form by field, as sentences for users: `Title is required`. `""` is the form as a whole. */
export type FormErrors<Output> = { readonly [Field in (keyof Output & string) | ""]?: string }

/** The data of a form's view: `{ input: {}, errors: {} }` for an empty form, or a result of `readForm()`. */
export interface FormState<Schema> {
  /** The texts as they were sent. Passwords and the fields in `forget` are left out. */
  readonly input: FormTexts<OutputOf<Schema>>
  /** The errors by field. */
  readonly errors: FormErrors<OutputOf<Schema>>
}

/** The result of `readForm()`. If `ok` is true it has the validated `value`, which `{ ...form }` and JSON leave out. */
export type FormResult<Schema> =
  | (FormState<Schema> & { readonly ok: true; readonly value: OutputOf<Schema> })
  | (FormState<Schema> & { readonly ok: false })

/** Options of `readForm()`. */
export interface FormOptions {
  /** Fields that `input` never contains, such as a card number. Default: fields with `password` in their name. */
  readonly forget?: readonly string[]
  /** The names of fields in error messages. Default: made from the field's name, such as `First name` for `first_name`. */
  readonly labels?: Readonly<Record<string, string>>
}

/**
 * Reads and validates a form. Unlike `ctx.bind()`, it returns the errors of invalid fields, so that you can show the form
 * again: `return render(view, form, { status: 422 })`. A malformed or too large body still throws a fault.
 */
export async function readForm<Schema extends StandardSchema>(
  ctx: Context,
  schema: Schema,
  options: FormOptions = {},
): Promise<FormResult<Schema>> {
  const body = await (ctx as Call).decode(schema)
  const input = textsOf(body, schema, options.forget ?? []) as FormTexts<OutputOf<Schema>>
  const result = (await schema["~standard"].validate(body.value)) as SchemaResult<OutputOf<Schema>>
  if (result.issues === undefined)
    // Not enumerable: a form that is shown again with `{ ...form, errors }` must not contain a password, even if the
    // client gets JSON.
    return Object.defineProperty({ ok: true, input, errors: {} }, "value", {
      value: result.value,
    }) as FormResult<Schema>
  const errors = errorsOf(result.issues, options.labels ?? {}) as FormErrors<OutputOf<Schema>>
  return { ok: false, input, errors }
}

type Texts = Record<string, string | readonly string[]>

function textsOf({ fields, value }: DecodedBody, schema: StandardSchema, forget: readonly string[]): Texts {
  const texts = Object.create(null) as Texts
  const kinds = kindsFor(schema)
  for (const [name, values] of Object.entries(fields ?? listsOf(value))) {
    const shown = values.filter((one) => typeof one === "string")
    if (shown.length === 0 || /password/i.test(name) || forget.includes(name)) continue
    texts[name] = kinds.get(name)?.list === true ? shown : shown[0]!
  }
  return texts
}

/** The fields of a body that was sent as JSON. */
function listsOf(value: unknown): Record<string, readonly unknown[]> {
  if (typeof value !== "object" || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      (Array.isArray(field) ? field : [field]).map((one: unknown) =>
        typeof one === "number" || typeof one === "boolean" ? String(one) : one,
      ),
    ]),
  )
}

function errorsOf(issues: readonly SchemaIssue[], labels: Readonly<Record<string, string>>): Texts {
  const errors = Object.create(null) as Record<string, string>
  for (const { path = [], message } of issues) {
    const [first = ""] = path
    const name = String(typeof first === "object" ? first.key : first)
    errors[name] ??= sentenceOf(Object.hasOwn(labels, name) ? labels[name]! : labelOf(name), message)
  }
  return errors
}

/** Messages of `dto()` continue the field's name: "is required". Those of other libraries are complete sentences. */
function sentenceOf(label: string, message: string): string {
  return /^\p{Ll}/u.test(message) ? `${label} ${message}` : message
}

function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .trim()
  return words === "" ? "The form" : words[0]!.toUpperCase() + words.slice(1)
}
