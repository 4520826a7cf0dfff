import { callerOf } from "../fault/caller-of.ts"
import { Fault } from "../fault/portable-fault.ts"
import { type FieldRule, longestEmail, longestText } from "./field-rule.ts"

/** Reads the tags of one field: `"required,min=8"`. Raises a fault for a tag it does not know. */
export function parseTags(field: string, text: string): FieldRule {
  const tags = text.split(",").map((tag) => tag.trim())
  const rule = {
    name: field,
    type: "string" as FieldRule["type"],
    required: false,
    email: false,
    line: false,
    min: undefined as number | undefined,
    max: undefined as number | undefined,
  }
  for (const tag of tags) {
    if (tag === "required") rule.required = true
    else if (tag === "email") rule.email = true
    else if (tag === "line") rule.line = true
    else if (tag === "number" || tag === "integer" || tag === "boolean") rule.type = tag
    else if (/^min=-?\d+(\.\d+)?$/.test(tag)) rule.min = Number(tag.slice(4))
    else if (/^max=-?\d+(\.\d+)?$/.test(tag)) rule.max = Number(tag.slice(4))
    else if (tag !== "") throw unknownTag(tag, field)
  }
  if (rule.type === "string")
    rule.max = Math.min(rule.max ?? longestText, rule.email ? longestEmail : Infinity)
  return rule
}

function unknownTag(tag: string, field: string): Fault {
  const fault = new Fault("TAG_UNKNOWN", { tag, field })
  fault.where = callerOf("dto", fault.stack)
  return fault
}
