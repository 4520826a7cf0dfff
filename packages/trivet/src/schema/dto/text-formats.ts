/**
 * Characters that a single line must not contain: control characters, line separators, and those that change the text
 * direction.
 */
export const unfitForLine = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069"

/** Matches characters that a single line must not contain. */
export const lineFlaw: RegExp = /* @__PURE__ */ new RegExp(`[${unfitForLine}]`)

/** The maximum length of an e-mail address, in characters. */
export const longestEmail = 254

const letter = "[\\p{L}\\p{N}\\p{M}]"
const label = `${letter}(?:[\\p{L}\\p{N}\\p{M}-]*${letter})?`
const word = `[^ .@()<>[\\]:;,\\\\"${unfitForLine}]+`

/**
 * One `@` between a local part of at most 64 characters and a host name with a dot, no white space and no characters
 * that a line must not contain. Whether the address exists can only be verified by sending to it.
 */
const email = /* @__PURE__ */ new RegExp(`^${word}(?:\\.${word})*@(?:${label}\\.)+${label}$`, "u")

/** Most addresses: short, of plain letters. What it matches, `email` matches too, with several times the work. */
const plainEmail = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i
const shortEmail = 64

function isEmail(text: string): boolean {
  if (text.length <= shortEmail && plainEmail.test(text)) return true
  // The lengths are checked separately, because a letter of the other expression may be two characters long.
  return /^.{1,64}@(?:[^.]{1,63}\.)+[^.]{1,63}$/.test(text) && email.test(text)
}

/** The formats of texts, and the functions that check them. */
export const textFormats: Readonly<Record<"email" | "uuid" | "url" | "date", (text: string) => boolean>> = {
  email: isEmail,
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  // Only these schemes: a link to `javascript:` executes code.
  url: (text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
  // `Date` reads a day that does not exist as one of the next month, so the result is compared.
  date: (text) => /^\d{4}(?:-\d\d){2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text,
}
