/** What a text of one line must not hold: controls, line ends, and characters that turn the reading direction. */
export const unfitForLine = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069"

/** Finds what a text of one line must not hold. */
export const lineFlaw: RegExp = /* @__PURE__ */ new RegExp(`[${unfitForLine}]`)

/** The most characters of an e-mail address. */
export const longestEmail = 254

const letter = "[\\p{L}\\p{N}\\p{M}]"
const label = `${letter}(?:[\\p{L}\\p{N}\\p{M}-]*${letter})?`
const word = `[^ .@()<>[\\]:;,\\\\"${unfitForLine}]+`

/**
 * One `@` between a local part of at most 64 characters and a host name with a dot, no white space and nothing that is unfit
 * for a line. Whether the address exists only a letter to it can tell.
 */
const email = /* @__PURE__ */ new RegExp(`^${word}(?:\\.${word})*@(?:${label}\\.)+${label}$`, "u")

/** What a text may be required to be, and what decides it. */
export const textFormats: Readonly<Record<"email" | "uuid" | "url" | "date", (text: string) => boolean>> = {
  // The lengths by themselves: a letter of the first expression may be two characters long.
  email: (text) => /^.{1,64}@(?:[^.]{1,63}\.)+[^.]{1,63}$/.test(text) && email.test(text),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  // Of these schemes alone: a link to `javascript:` runs code.
  url: (text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
  // A day that does not exist becomes one of the next month.
  date: (text) => /^\d{4}(?:-\d\d){2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text,
}
