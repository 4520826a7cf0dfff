import { randomUUID } from "node:crypto"
import type { JsonSchema } from "trivet/extend"
import { propertiesOf } from "./properties.ts"

/** The beginning of all marks: a search for it finds them. */
export const markPrefix = "mark"

const form = /mark[\da-f]{16}/g

/** A unique text. Letters and digits: no encoding changes it. All have the same length. */
function newMark(): string {
  return `${markPrefix}${randomUUID().replaceAll("-", "").slice(-16)}`
}

/** Marks that are made one after another. */
export class Marks {
  readonly made: string[] = []

  readonly next = (): string => {
    const mark = newMark()
    this.made.push(mark)
    return mark
  }
}

/** The marks in a text, each once. */
export function markedIn(text: string): ReadonlySet<string> {
  return new Set(text.match(form) ?? [])
}

/**
 * Replaces the values of a body that may be any text or e-mail address by marks, also in lists and objects. What decides who may see a
 * row, such as `published`, becomes false.
 */
export function withMarks(value: unknown, schema: JsonSchema, mark: () => string, name = ""): unknown {
  if (Array.isArray(value)) {
    const items = (schema["items"] ?? {}) as JsonSchema
    return value.map((one) => withMarks(one, items, mark, name))
  }
  if (typeof value === "object" && value !== null) {
    const properties = propertiesOf(schema)
    const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
      key,
      withMarks(one, properties[key] ?? {}, mark, key),
    ])
    return Object.fromEntries(entries)
  }
  if (typeof value === "boolean" && /publi|visible|shared/i.test(name)) return false
  if (typeof value !== "string") return value
  if (takesAnyText(name, schema)) return mark()
  // Who is invited is a text too.
  return schema.format === "email" && schema["enum"] === undefined ? `${mark()}@example.com` : value
}

/** Names of texts with a meaning: another text would be rejected. */
const isOther = /mail|pass|token|csrf|secret|url|date|time|cursor|^id$|_id$|Id$/

/** Whether a field of this name takes any text. */
export function takesAnyText(name: string, schema: JsonSchema): boolean {
  const { format, pattern, maxLength } = schema
  const isChoice = schema["enum"] !== undefined || schema["const"] !== undefined
  if (isOther.test(name) || isChoice || format !== undefined) return false
  // `line` of `dto()` is a pattern that a mark matches.
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(newMark())) return false
  return typeof maxLength !== "number" || maxLength >= newMark().length
}
