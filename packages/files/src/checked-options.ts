import { fault } from "./faults.ts"

/** The greatest length of a stored name. */
const maxName = 200

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:; ?charset=[\w.:-]{1,40})?$/

/** Checks a media type, which becomes a header. */
export function checkedType(type: string): string {
  // A browser may add parameters to the type of a Blob, such as the codecs of a recording.
  const plain = type.trim().toLowerCase()
  const known = mediaType.test(plain) ? plain : plain.split(";", 1)[0]!.trim()
  if (mediaType.test(known)) return known
  throw fault("FILE_OPTION_INVALID", {
    option: "type",
    value: JSON.stringify(type).slice(0, 120),
    rule: "a media type, such as `image/png` or `text/csv; charset=utf-8`",
  })
}

/** A name for display: without folders, and without characters that are invisible or change the direction of text. */
export function plainName(name: string): string {
  const last = String(name).split(/[/\\]/).at(-1)!.toWellFormed()
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()
  // Not in the middle of a character, half of which would not be valid text.
  const short = plain.slice(0, maxName).replace(/[\ud800-\udbff]$/, "")
  return /^\.*$/.test(short) ? "file" : short
}

/** Checks a whole number. */
export function checkNumber(
  option: string,
  value: number | undefined,
  least: number,
  max: number = Infinity,
): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least && value <= max)) return
  throw fault("FILE_OPTION_INVALID", {
    option,
    value: String(value),
    rule: `a whole number of at least ${least}${max === Infinity ? "" : ` and at most ${max}`}`,
  })
}
