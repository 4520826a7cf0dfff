import { isLikeToken, isSecretName } from "../record/secrets.ts"

const uuid = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}"
const time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?"
const httpDate = "[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT"
const token = "[\\w+/=~.-]{24,}"
const changing = new RegExp(`(?<uuid>${uuid})|(?<time>${time})|(?<date>${httpDate})|(?<token>${token})`, "gi")

/** Values that differ in the next run: ids, times and tokens, recognized by their form. */
export type Mask = "uuid" | "time" | "text"

/** The mask for a whole text; `undefined` if it stays the same. `format` is that of the reply's schema. */
export function maskFor(text: string, name: string, format: unknown): Mask | undefined {
  if (new RegExp(`^${uuid}$`, "i").test(text)) return "uuid"
  if (new RegExp(`^${time}$`).test(text)) return "time"
  if (format === "uuid" || format === "date-time" || format === "date" || format === "time") return "text"
  if (/(?:^|_)id$|Id$/.test(name)) return "text"
  return isLikeToken(text) || (isSecretName(name) && text.length >= 16) ? "text" : undefined
}

/** A pattern for a text whose parts differ in the next run; `undefined` if none do. */
export function patternFor(text: string): string | undefined {
  let pattern = ""
  let end = 0
  for (const found of text.matchAll(changing)) {
    const { uuid: id, time: at, date } = found.groups!
    if (id === undefined && at === undefined && date === undefined && !isLikeToken(found[0])) continue
    pattern += escaped(text.slice(end, found.index))
    pattern += id !== undefined ? uuid : at !== undefined ? time : date !== undefined ? httpDate : token
    end = found.index + found[0].length
  }
  return end === 0 ? undefined : `^${pattern}${escaped(text.slice(end))}$`
}

/** Escapes text for a regular expression literal in JavaScript. */
export function escaped(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
}

/** The masks as code of a test. */
export const maskTexts: Readonly<Record<Mask, string>> = {
  uuid: `expect.stringMatching(/^${uuid}$/)`,
  time: `expect.stringMatching(/^${time}$/)`,
  text: "expect.stringMatching(/./)",
}

/** Whether a number differs in the next run: an id, a time or a duration, recognized by its name. */
export function isChangingNumber(value: number, name: string): boolean {
  if (/(?:^|_)id$|Id$/.test(name)) return true
  if (value > 1e9 && /time|at$|_on$|date|exp|iat|nbf|now/i.test(name)) return true
  return !Number.isInteger(value) && /ms$|second|duration|took|uptime|latency|time/i.test(name)
}
