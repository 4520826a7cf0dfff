import { findFlaw, type FieldRule, unfitForLine } from "./field-rule.ts"
import { parseTags } from "./parse-tags.ts"
import type { SchemaIssue, SchemaResult, StandardSchema } from "./standard-schema.ts"

/** The rules of a DTO: for each field its tags, joined by commas; `""` is a text without rules. */
export type DtoFields = { readonly [field: string]: string }

type Trim<Text extends string> = Text extends ` ${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} `
    ? Trim<Rest>
    : Text

type TagsIn<Text extends string> = Text extends `${infer First},${infer Rest}`
  ? Trim<First> | TagsIn<Rest>
  : Trim<Text>

type Tag =
  | ""
  | "required"
  | "email"
  | "line"
  | "number"
  | "integer"
  | "boolean"
  | `min=${number}`
  | `max=${number}`

// All fields at once first: only where that fails are they asked one by one, so that the message stands at its field.
type CheckedFields<Fields extends DtoFields> = [TagsIn<Fields[keyof Fields]>] extends [Tag]
  ? Fields
  : {
      readonly [Field in keyof Fields]: [TagsIn<Fields[Field]>] extends [Tag]
        ? Fields[Field]
        : `unknown tag: ${Exclude<TagsIn<Fields[Field]>, Tag>}`
    }

type ValueOf<Tags extends string> = "boolean" extends Tags
  ? boolean
  : "number" extends Tags
    ? number
    : "integer" extends Tags
      ? number
      : string

type Simplify<Type> = { [Key in keyof Type]: Type[Key] } & {}

// A list of keys, not `as` in the mapped types below, where the compiler would work each field out in both.
type RequiredIn<Fields extends DtoFields, Field extends keyof Fields = keyof Fields> = Field extends unknown
  ? "required" extends TagsIn<Fields[Field]>
    ? Field
    : never
  : never

/** The object that a DTO's rules describe. A field that is not `required` may be absent. */
export type DtoOutput<Fields extends DtoFields> = Simplify<
  { [Field in RequiredIn<Fields>]: ValueOf<TagsIn<Fields[Field]>> } & {
    [Field in Exclude<keyof Fields, RequiredIn<Fields>>]?: ValueOf<TagsIn<Fields[Field]>>
  }
>

/** A schema made by `dto()`. */
export interface Dto<Output> extends StandardSchema<Output, Output> {
  readonly fields: DtoFields
}

/**
 * A schema in tag notation: `dto({ email: "required,email", password: "required,min=8", published: "boolean" })`.
 * A field is a text unless tagged `number`, `integer` or `boolean`; fields it does not name are dropped. A text has at
 * most 10,000 characters unless `max=` says otherwise, and `line` rejects line ends and control characters in it.
 */
export function dto<const Fields extends DtoFields>(fields: CheckedFields<Fields>): Dto<DtoOutput<Fields>> {
  const rules: readonly FieldRule[] = Object.entries<string>(fields).map(([name, tags]) =>
    parseTags(name, tags),
  )
  return {
    fields,
    "~standard": {
      version: 1,
      vendor: "trivet",
      validate: (value) => validate(rules, value) as SchemaResult<DtoOutput<Fields>>,
      jsonSchema: { input: () => jsonSchemaOf(rules), output: () => jsonSchemaOf(rules) },
    },
  }
}

function validate(rules: readonly FieldRule[], value: unknown): SchemaResult<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { issues: [{ message: "must be an object" }] }
  const output: Record<string, unknown> = {}
  let issues: SchemaIssue[] | undefined
  for (const rule of rules) {
    // Own fields only: `constructor` and the like must not be found on a prototype.
    const field = Object.hasOwn(value, rule.name) ? (value as Record<string, unknown>)[rule.name] : undefined
    const flaw = findFlaw(rule, field)
    if (flaw !== undefined) (issues ??= []).push({ message: flaw, path: [rule.name] })
    else if (field !== undefined) define(output, rule.name, field)
  }
  return issues === undefined ? { value: output } : { issues }
}

function define(output: Record<string, unknown>, name: string, value: unknown): void {
  // Assigning to `__proto__` would change the prototype instead of adding a field.
  if (name === "__proto__")
    Object.defineProperty(output, name, { value, enumerable: true, writable: true, configurable: true })
  else output[name] = value
}

function jsonSchemaOf(rules: readonly FieldRule[]): Record<string, unknown> {
  const required = rules.filter((rule) => rule.required).map((rule) => rule.name)
  return {
    type: "object",
    properties: Object.fromEntries(rules.map((rule) => [rule.name, propertyOf(rule)])),
    ...(required.length > 0 && { required }),
  }
}

function propertyOf(rule: FieldRule): Record<string, unknown> {
  const { min, max } = rule
  if (rule.type !== "string")
    return {
      type: rule.type,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }
  const text = {
    type: "string",
    maxLength: max,
    ...(rule.line && { pattern: `^[^${unfitForLine}]*$` }),
  }
  const minLength = Math.max(min ?? 0, rule.required ? 1 : 0)
  const rules = { ...(minLength > 0 && { minLength }), ...(rule.email && { format: "email" }) }
  // An empty text stands for an absent one where the field is not required, whatever its other rules say.
  const spared = !rule.required && Object.keys(rules).length > 0
  return spared ? { ...text, anyOf: [{ const: "" }, rules] } : { ...text, ...rules }
}
