import { raise } from "../../fault/raise.ts"
import type { Pattern } from "./dto-fields.ts"
import { type FieldRule, type FieldValue, findFlaw, longestText } from "./field-rule.ts"
import { issueOf } from "./issue-of.ts"
import type { StandardSchema } from "../standard-schema.ts"
import { longestEmail, textFormats } from "./text-formats.ts"

/** The public functions that call this; their caller has written the field. */
const callers = "(?:dto|list|paged)"

type WrittenRule = { -readonly [Key in keyof FieldRule]: FieldRule[Key] }

/** Parses one field of a DTO: its tags and description, or the schema of its value. Throws a fault for anything else. */
export function parseField(name: string, field: unknown): FieldRule {
  const rule: WrittenRule = {
    name,
    type: "string",
    required: false,
    format: undefined,
    form: undefined,
    line: false,
    min: undefined,
    max: undefined,
    choices: undefined,
    default: undefined,
    description: "",
    schema: undefined,
  }
  if (typeof field === "string") parseTags(rule, field)
  else parseSchema(rule, field)
  return rule
}

/** Accepts only schemas of this package: others may validate asynchronously, and a DTO never does. */
function parseSchema(rule: WrittenRule, field: unknown): void {
  const { optional } = (field ?? {}) as { optional?: unknown }
  const schema = (optional ?? field ?? {}) as Partial<StandardSchema & Pattern>
  rule.required = optional === undefined
  if (schema.form !== undefined) {
    rule.form = schema.form
    rule.max = schema.max
    return
  }
  if (schema["~standard"]?.vendor !== "trivet")
    rejectField(rule.name, "it is neither tags nor made by `dto()`, `list()` or `pattern()`")
  rule.schema = schema as StandardSchema
}

function parseTags(rule: WrittenRule, text: string): void {
  const [tags = "", ...described] = text.split(";")
  rule.description = described.join(";").trim()
  let choices: string | undefined
  let byDefault: string | undefined
  for (const tag of tags.split(",").map((one) => one.trim())) {
    if (tag === "required" || tag === "line") rule[tag] = true
    else if (Object.hasOwn(textFormats, tag)) rule.format = tag as keyof typeof textFormats
    else if (tag === "number" || tag === "integer" || tag === "boolean") rule.type = tag
    else if (/^m(in|ax)=-?\d+(\.\d+)?$/.test(tag))
      rule[tag.slice(0, 3) as "min" | "max"] = Number(tag.slice(4))
    else if (tag.startsWith("oneof=")) choices = tag.slice(6)
    else if (tag.startsWith("default=")) byDefault = tag.slice(8)
    else if (tag !== "") raise("TAG_UNKNOWN", { tag, field: rule.name }, callers)
  }
  if (rule.type === "string")
    rule.max = Math.min(rule.max ?? longestText, rule.format === "email" ? longestEmail : Infinity)
  if (choices !== undefined) {
    rule.choices = choices.split("|").map((choice) => valueOf(rule, choice.trim()))
    if (rule.choices.some((choice) => choice === "" || Number.isNaN(choice)))
      rejectField(rule.name, `\`oneof=${choices}\` must be values, separated by |`)
  }
  if (byDefault === undefined) return
  rule.default = valueOf(rule, byDefault)
  // A field with a default may be absent, so it is not required.
  rule.required = false
  const flaw = findFlaw(rule, rule.default)
  if (flaw !== undefined) rejectField(rule.name, `\`default=${byDefault}\` ${issueOf(flaw).message}`)
}

/** Converts a text in a tag to the field's type. The field's rules reject an invalid one later. */
function valueOf({ type }: FieldRule, text: string): FieldValue {
  if (type === "string" || text === "") return text
  if (type === "boolean") return text === "true" || (text === "false" ? false : text)
  return Number(text)
}

function rejectField(field: string, reason: string): never {
  raise("FIELD_INVALID", { field, reason }, callers)
}
