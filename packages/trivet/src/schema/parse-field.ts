import { callerOf } from "../fault/caller-of.ts"
import { Fault } from "../fault/portable-fault.ts"
import { type FieldRule, type FieldValue, findFlaw, longestEmail, longestText } from "./field-rule.ts"
import type { StandardSchema } from "./standard-schema.ts"

type WrittenRule = { -readonly [Key in keyof FieldRule]: FieldRule[Key] }

/** Reads one field of a DTO: its tags and description, or the schema of its value. Raises a fault for any other. */
export function parseField(name: string, field: unknown): FieldRule {
  const rule: WrittenRule = {
    name,
    type: "string",
    required: false,
    email: false,
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

/** Only `dto()` and `list()`: a schema of another library may validate asynchronously, and a DTO never does. */
function parseSchema(rule: WrittenRule, field: unknown): void {
  const { optional } = (field ?? {}) as { optional?: unknown }
  const schema = (optional ?? field ?? {}) as Partial<StandardSchema>
  if (schema["~standard"]?.vendor !== "trivet")
    throw invalidField(rule.name, "it is neither tags nor made by `dto()` or `list()`")
  rule.schema = schema as StandardSchema
  rule.required = optional === undefined
}

function parseTags(rule: WrittenRule, text: string): void {
  const [tags = "", ...described] = text.split(";")
  rule.description = described.join(";").trim()
  let choices: string | undefined
  let byDefault: string | undefined
  for (const tag of tags.split(",").map((one) => one.trim())) {
    if (tag === "required" || tag === "email" || tag === "line") rule[tag] = true
    else if (tag === "number" || tag === "integer" || tag === "boolean") rule.type = tag
    else if (/^m(in|ax)=-?\d+(\.\d+)?$/.test(tag))
      rule[tag.slice(0, 3) as "min" | "max"] = Number(tag.slice(4))
    else if (tag.startsWith("oneof=")) choices = tag.slice(6)
    else if (tag.startsWith("default=")) byDefault = tag.slice(8)
    else if (tag !== "") throw placed(new Fault("TAG_UNKNOWN", { tag, field: rule.name }))
  }
  if (rule.type === "string")
    rule.max = Math.min(rule.max ?? longestText, rule.email ? longestEmail : Infinity)
  if (choices !== undefined) {
    rule.choices = choices.split("|").map((choice) => valueOf(rule, choice.trim()))
    if (rule.choices.some((choice) => choice === "" || Number.isNaN(choice)))
      throw invalidField(rule.name, `\`oneof=${choices}\` must be values, separated by |`)
  }
  if (byDefault === undefined) return
  rule.default = valueOf(rule, byDefault)
  // A default is there for what is absent, so nothing is required any more.
  rule.required = false
  const flaw = findFlaw(rule, rule.default)
  if (flaw !== undefined) throw invalidField(rule.name, `\`default=${byDefault}\` ${flaw}`)
}

/** What a text in a tag stands for; what stands for nothing of the field's type is found by its rules. */
function valueOf({ type }: FieldRule, text: string): FieldValue {
  if (type === "string" || text === "") return text
  if (type === "boolean") return text === "true" || (text === "false" ? false : text)
  return Number(text)
}

function invalidField(field: string, reason: string): Fault {
  return placed(new Fault("FIELD_INVALID", { field, reason }))
}

function placed(fault: Fault): Fault {
  fault.where = callerOf("dto", fault.stack)
  return fault
}
