import { commonWords } from "./common-passwords.ts"

/** The user whose password is checked. */
export interface PasswordOwner {
  /** The e-mail address. Default: not compared. */
  readonly email?: string
  /** The name, such as `Ada Lovelace`. Default: not compared. */
  readonly name?: string
}

/** Only this many characters are checked, which bounds the cost. */
const mostJudged = 128
const mostParts = 16
/** A common word with at most this many digits and signs around it is still a common password. */
const mostAround = 8
/** The owner's name or address with at most this many other characters is still a common password. */
const mostBeside = 4
const shortestPart = 3
const shortestRun = 3
const longestUnit = 4

/**
 * Whether a password is among the first that an attacker would guess: a common word, also with digits and signs around
 * it or in place of letters (`P@ssw0rd2024!`), a repetition, rows of keys or of the alphabet, or the owner's name or
 * e-mail address. The list has about 900 words, mostly English. It does not replace a minimum length, and it does not
 * contain leaked passwords beyond these words.
 */
export function isCommonPassword(password: string, owner: PasswordOwner = {}): boolean {
  const text = plain(password.slice(0, mostJudged))
  return (
    text === "" ||
    isRepetition(text) ||
    isRows(text) ||
    spellingsOf(text).some((spelling) => isAroundWord(spelling)) ||
    isOwn(text, owner)
  )
}

/** Normalizes variants of the same letters: Unicode form, case and white space. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, "")
}

const signs: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
}

/** The text, and its readings with digits and signs in place of letters. */
function spellingsOf(text: string): readonly string[] {
  const ends = /[^\p{L}]*$/u.exec(text)!.index
  // Trailing digits stay: in `dragon11` they are digits. A trailing sign may still be the last letter.
  const inside = text.slice(0, ends).replaceAll(/[013457@$!]/g, (sign) => signs[sign]!)
  const whole = text.replaceAll(/[013457@$!]/g, (sign) => signs[sign]!)
  return [text, inside + text.slice(ends), whole, whole.replaceAll("i", "l")]
}

function isAroundWord(text: string): boolean {
  if (commonWords.has(text)) return true
  const core = text.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "")
  return text.length - core.length <= mostAround && isWords(core)
}

/** One common word, or the same one twice. */
function isWords(core: string): boolean {
  if (commonWords.has(core)) return true
  const half = core.slice(0, core.length / 2)
  return core === half + half && commonWords.has(half)
}

/** `aaaaaaaa`, `abcabcabc`, `12121212`. */
function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= Math.min(longestUnit, text.length / 2); unit++)
    if (Array.from({ length: text.length }, (_, at) => text[at] === text[at % unit]).every(Boolean))
      return true
  return false
}

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "qsdfghjklm",
  "zxcvbnm",
  "yxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
]
const neighbours: ReadonlySet<string> = new Set(
  rows.flatMap((row) =>
    Array.from(row.slice(1), (key, at) => [`${row[at]}${key}`, `${key}${row[at]}`]).flat(),
  ),
)

/** Made only of runs of three or more neighbours or equal keys: `12345678`, `qwer4321`, `abc123`. */
function isRows(text: string): boolean {
  let run = 1
  for (let at = 1; at <= text.length; at++) {
    const isNext =
      at < text.length && (neighbours.has(text.slice(at - 1, at + 1)) || text[at] === text[at - 1])
    if (isNext) run++
    else if (run < shortestRun) return false
    else run = 1
  }
  return true
}

/** Whether little is left of the password without the parts of its owner's name and e-mail address. */
function isOwn(text: string, { email = "", name = "" }: PasswordOwner): boolean {
  const parts = plain(`${email.slice(0, mostJudged)}|${name.slice(0, mostJudged).replaceAll(/\s+/gu, "|")}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= shortestPart)
    .slice(0, mostParts)
    // Longest first: `adalovelace` before `ada`.
    .toSorted((one, other) => other.length - one.length)
  let rest = text
  for (const part of parts) rest = rest.replaceAll(part, "")
  return rest !== text && rest.length <= mostBeside
}
