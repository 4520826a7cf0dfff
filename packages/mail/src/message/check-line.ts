import { fault } from "../faults.ts"

/** Throws a fault if a text has more than one line, which could inject a header. Returns the text. */
export function checkLine(field: string, text: string): string {
  const [control] = /\p{Cc}|[\u2028\u2029]/u.exec(text) ?? []
  if (control !== undefined)
    throw fault("MAIL_LINE_INVALID", { field, character: `the character ${codeOf(control)}` })
  // Sent unchanged, it would be decoded by mail programs, possibly to several lines.
  if (/=\?[\w-]+\?[bq]\?/i.test(text))
    throw fault("MAIL_LINE_INVALID", {
      field,
      character: "an encoded word (`=?…?=`), which mail programs decode",
    })
  if (!text.isWellFormed())
    throw fault("MAIL_LINE_INVALID", { field, character: "half of a surrogate pair, which is no character" })
  return text
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`
}
