/**
 * A common form of all spellings of an e-mail address that a database may treat as equal: letters of both cases, by the
 * rules of every language (`I`, `i`, `İ` and `ı`), and compatible letters of Unicode. Databases differ in this, and
 * JavaScript differs from them, so this form merges more than any of them: tries for one account are never counted
 * separately.
 */
export function accountKey(address: string): string {
  if (ascii.test(address)) return address.toLowerCase()
  const letters = Array.from(address.normalize("NFKD"), letterKey)
  return letters.join("").replaceAll("\u0307", "")
}

// Letter by letter: the result must not depend on neighbouring letters, as it does for a final sigma.
function letterKey(letter: string): string {
  if (unassigned.test(letter)) return "?"
  return letter.toLowerCase().toUpperCase().toLowerCase()
}

const ascii = /^[\0-\x7f]*$/
// A database may know letters that this runtime does not know yet.
const unassigned = /\p{Cn}/u
