import type { StandardSchema } from "./standard-schema.ts"

/** What a field without a schema of its own holds. */
export type FieldValue = string | number | boolean

/** What is demanded of one field of a DTO. */
export interface FieldRule {
  readonly name: string
  readonly type: "string" | "number" | "integer" | "boolean"
  readonly required: boolean
  readonly email: boolean
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

/** The most characters of an e-mail address. */
export const longestEmail = 254

/** What a text of one line must not hold: controls, line ends, and characters that turn the reading direction. */
export const unfitForLine = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069"

const lineFlaw = new RegExp(`[${unfitForLine}]`)

/** Whether a field has no value. An empty text is none where it could not be one: among choices, or for a default. */
export function isAbsent({ type, choices, default: byDefault }: FieldRule, value: unknown): boolean {
  if (value === undefined || value === null) return true
  return value === "" && type === "string" && (choices !== undefined || byDefault !== undefined)
}

/** What is wrong with a field's value that is not absent, or `undefined`. */
export function findFlaw(rule: FieldRule, value: unknown): string | undefined {
  if (rule.choices !== undefined)
    return rule.choices.includes(value as FieldValue)
      ? undefined
      : `must be one of ${rule.choices.join(", ")}`
  if (rule.type === "string") return findTextFlaw(rule, value)
  if (rule.type === "boolean") return typeof value === "boolean" ? undefined : "must be true or false"
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number"
  if (rule.type === "integer" && !Number.isSafeInteger(value)) return "must be a whole number"
  if (rule.min !== undefined && value < rule.min) return `must be at least ${rule.min}`
  return rule.max !== undefined && value > rule.max ? `must be at most ${rule.max}` : undefined
}

function findTextFlaw(rule: FieldRule, value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a text"
  // Before anything reads all of it.
  if (rule.max !== undefined && !hasAtMost(value, rule.max)) return `must have at most ${rule.max} characters`
  // No database takes these, and a driver's error would reach the client as a 500.
  if (value.includes("\0") || !value.isWellFormed()) return "must not hold NUL or half a character"
  if (value === "") return rule.required ? "is required" : undefined
  if (rule.min !== undefined && !hasAtLeast(value, rule.min))
    return `must have at least ${rule.min} characters`
  if (rule.line && lineFlaw.test(value)) return "must be one line without control characters"
  return rule.email && !isEmail(value) ? "must be an e-mail address" : undefined
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

/**
 * One `@` between a local part of at most 64 characters and a host name with a dot, 254 characters in all, no white
 * space and nothing that is unfit for a line. Whether the address exists only a letter to it can tell.
 */
function isEmail(text: string): boolean {
  const at = text.indexOf("@")
  return (
    at > 0 && at <= 64 && text.length <= longestEmail && isLocalPart(text, at) && isHostName(text, at + 1)
  )
}

const dot = 0x2e
const hyphen = 0x2d

function isLocalPart(text: string, end: number): boolean {
  let before = dot
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code === 0x7f || (code === dot && before === dot)) return false
    if (code > 0x7f && lineFlaw.test(text[at]!)) return false
    if (code < 0x80 && '()<>[]:;,\\"'.includes(text[at]!)) return false
    before = code
  }
  return before !== dot
}

/** Labels of letters, digits and inner hyphens, at least two of them. Read by code: this is on the way of every login. */
function isHostName(text: string, start: number): boolean {
  let label = start
  let dots = 0
  for (let at = start; at <= text.length; at++) {
    const code = at === text.length ? dot : text.charCodeAt(at)
    if (code === dot) {
      const length = at - label
      if (
        length < 1 ||
        length > 63 ||
        text.charCodeAt(label) === hyphen ||
        text.charCodeAt(at - 1) === hyphen
      )
        return false
      label = at + 1
      dots++
    } else if (code !== hyphen && !isLetterOrDigit(code, text, at)) return false
  }
  return dots > 1
}

function isLetterOrDigit(code: number, text: string, at: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)
  // The second half of a pair was seen with the first.
  if (code >= 0xdc00 && code <= 0xdfff) return true
  return /[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(text.codePointAt(at)!))
}
