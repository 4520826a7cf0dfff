import type { SchemaIssue } from "../standard-schema.ts"

/** The messages by the word with which an issue's code begins. `#` is the limit after it: `min=3`. */
const messages = {
  object: "must be an object",
  list: "must be a list",
  required: "is required",
  text: "must be a text",
  number: "must be a number",
  integer: "must be a whole number",
  boolean: "must be true or false",
  min: "must be at least #",
  max: "must be at most #",
  minLength: "must have at least # characters",
  maxLength: "must have at most # characters",
  oneof: "must be one of #",
  characters: "must not hold NUL or half a character",
  line: "must be one line without control characters",
  email: "must be an e-mail address",
  uuid: "must be a UUID",
  url: "must be a web address",
  date: "must be a date",
  pattern: "must have the expected form",
} as const

/** The code of an issue: a word, and the limit if it has one. */
export type IssueCode = keyof typeof messages | `${keyof typeof messages}=${string}`

/** The issue of a code, for the value itself or for a part of it. */
export function issueOf(code: IssueCode, ...path: readonly PropertyKey[]): SchemaIssue {
  const [, word, bound = ""] = /^(\w+)=?([^]*)$/.exec(code)!
  const message = messages[word as keyof typeof messages].replace("#", () => bound.replaceAll("|", ", "))
  return path.length === 0 ? { message, code } : { message, code, path }
}
