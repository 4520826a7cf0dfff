import type { IssueCode } from "./issue-of.ts"
import type { StandardSchema } from "../standard-schema.ts"
import { lineFlaw, textFormats } from "./text-formats.ts"

/** The value of a field without a nested schema. */
export type FieldValue = string | number | boolean

/** The rules of one field of a DTO. */
export interface FieldRule {
  readonly name: string
  readonly type: "string" | "number" | "integer" | "boolean"
  readonly required: boolean
  /** The format of a text. */
  readonly format: keyof typeof textFormats | undefined
  /** The expression that a text must match. */
  readonly form: RegExp | undefined
  /** Whether a text is a single line, without control characters and without those that change the text direction. */
  readonly line: boolean
  /** The minimum of a number, or the minimum length of a text in characters (code points). */
  readonly min: number | undefined
  /** The maximum of a number, or the maximum length of a text in characters. A text always has one. */
  readonly max: number | undefined
  /** The allowed values; `undefined` if there is no such list. */
  readonly choices: readonly FieldValue[] | undefined
  /** The value of an absent field. */
  readonly default: FieldValue | undefined
  readonly description: string
  /** The schema of a nested object or list. Of the rules above, only `required` applies to it. */
  readonly schema: StandardSchema | undefined
}

/** The maximum length of a text without `max`, in characters. */
export const longestText = 10_000

/** Whether a field is absent. An empty text counts as absent if the field has choices or a default. */
export function isAbsent({ type, choices, default: byDefault }: FieldRule, value: unknown): boolean {
  if (value === undefined || value === null) return true
  return value === "" && type === "string" && (choices !== undefined || byDefault !== undefined)
}

/** The code of the first violated rule, for a value that is present; otherwise `undefined`. */
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
  // First, so that no other rule reads a text that is too long.
  if (max !== undefined && !hasAtMost(value, max)) return `maxLength=${max}`
  // Databases reject these, and the driver's error would reach the client as a 500.
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
