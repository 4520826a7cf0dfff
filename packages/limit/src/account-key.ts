/**
 * What all spellings of an e-mail address have in common that a database may take for one: letters of both cases, in
 * every language's rules (`I`, `i`, `İ` and `ı`), and letters that Unicode calls compatible. Databases differ in this, and
 * JavaScript from them, so this form unites more than any of them: tries for one account are never counted apart.
 */
export function accountKey(address: string): string {
  if (ascii.test(address)) return address.toLowerCase()
  const letters = Array.from(address.normalize("NFKD"), letterKey)
  return letters.join("").replaceAll("\u0307", "")
}

// By letter: what a letter becomes must not depend on its neighbours, as the last sigma of a word does.
function letterKey(letter: string): string {
  if (unassigned.test(letter)) return "?"
  return letter.toLowerCase().toUpperCase().toLowerCase()
}

const ascii = /^[\0-\x7f]*$/
// A database may know letters that this runtime does not know yet.
const unassigned = /\p{Cn}/u
