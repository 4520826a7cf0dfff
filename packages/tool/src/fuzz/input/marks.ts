import { randomUUID } from "node:crypto"
import type { JsonSchema } from "trivet/extend"

const form = /mark[\da-f]{16}/g

/** A unique text. Letters and digits: no encoding changes it. All have the same length. */
export function newMark(): string {
  return `mark${randomUUID().replaceAll("-", "").slice(-16)}`
}

/** The marks in a text, each once. */
export function markedIn(text: string): ReadonlySet<string> {
  return new Set(text.match(form) ?? [])
}

/**
 * Replaces the values of a body that may be any text by marks. What decides who may see a row, such as `published`,
 * becomes false.
 */
export function withMarks(body: unknown, schema: JsonSchema, mark: () => string): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    if (typeof value === "boolean" && /publi|visible|shared/i.test(name)) return [name, false]
    const isText = typeof value === "string" && isFree(properties[name] ?? {}) && !isOther.test(name)
    return [name, isText ? mark() : value]
  })
  return Object.fromEntries(entries)
}

/** Names of texts with a meaning: another text would be rejected. */
const isOther = /mail|pass|token|csrf|secret|url|date|time|cursor|^id$|_id$|Id$/

function isFree(schema: JsonSchema): boolean {
  const { format, pattern, maxLength } = schema
  const isChoice = schema["enum"] !== undefined || schema["const"] !== undefined
  if (isChoice || format !== undefined) return false
  // `line` of `dto()` is a pattern that a mark matches.
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(newMark())) return false
  return typeof maxLength !== "number" || maxLength >= newMark().length
}
