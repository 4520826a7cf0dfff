import type { IssueCode } from "./issue-of.ts"
import type { StandardSchema } from "./standard-schema.ts"
import { lineFlaw, textFormats } from "./text-formats.ts"

/** What a field without a schema of its own holds. */
export type FieldValue = string | number | boolean

/** What is demanded of one field of a DTO. */
export interface FieldRule {
  readonly name: string
  readonly type: "string" | "number" | "integer" | "boolean"
  readonly required: boolean
  /** What a text must be. */
  readonly format: keyof typeof textFormats | undefined
  /** What a text must match. */
  readonly form: RegExp | undefined
  /** A text of one line, without control characters and without those that change the direction of what follows. */
  readonly line: boolean
  /** The least number, or the least count of characters (code points) of a text. */
  readonly min: number | undefined
  /** The greatest number, or the most characters of a text. A text always has one. */
  readonly max: number | undefined
  /** The only values; `undefined` where there are others. */
  readonly choices: readonly FieldValue[] | undefined
  /** What takes the place of an absent value. */
  readonly default: FieldValue | undefined
  readonly description: string
  /** The schema of a nested object or list, to which none of the above but `required` applies. */
  readonly schema: StandardSchema | undefined
}

/** The most characters of a text whose rule names no `max`. */
export const longestText = 10_000

/** Whether a field has no value. An empty text is none where it could not be one: among choices, or for a default. */
export function isAbsent({ type, choices, default: byDefault }: FieldRule, value: unknown): boolean {
  if (value === undefined || value === null) return true
  return value === "" && type === "string" && (choices !== undefined || byDefault !== undefined)
}

/** The code of what is wrong with a field's value that is not absent, or `undefined`. */
export function findFlaw(rule: FieldRule, value: unknown): IssueCode | undefined {
  const { type, choices, min, max } = rule
  if (choices !== undefined)
    return choices.includes(value as FieldValue) ? undefined : `oneof=${choices.join("|")}`
  if (type === "string") return findTextFlaw(rule, value)
  if (type === "boolean") return typeof value === "boolean" ? undefined : "boolean"
  if (typeof value !== "number" || !Number.isFinite(value)) return "number"
  if (type === "integer" && !Number.isSafeInteger(value)) return "integer"
  if (min !== undefined && value < min) return `min=${min}`
  return max !== undefined && value > max ? `max=${max}` : undefined
}

function findTextFlaw(rule: FieldRule, value: unknown): IssueCode | undefined {
  const { max, min, format, form } = rule
  if (typeof value !== "string") return "text"
  // Before anything reads all of it.
  if (max !== undefined && !hasAtMost(value, max)) return `maxLength=${max}`
  // No database takes these, and a driver's error would reach the client as a 500.
  if (value.includes("\0") || !value.isWellFormed()) return "characters"
  if (value === "") return rule.required ? "required" : undefined
  if (min !== undefined && !hasAtLeast(value, min)) return `minLength=${min}`
  if (rule.line && lineFlaw.test(value)) return "line"
  if (format !== undefined && !textFormats[format](value)) return format
  return form?.test(value) === false ? "pattern" : undefined
}

function hasAtLeast(text: string, count: number): boolean {
  if (text.length < count) return false
  if (text.length >= count * 2) return true
  let seen = 0
  for (const _ of text) if (++seen >= count) return true
  return seen >= count
}

function hasAtMost(text: string, count: number): boolean {
  return text.length <= count || (text.length <= count * 2 && !hasAtLeast(text, count + 1))
}
