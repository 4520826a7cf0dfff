/** The text that replaces a hidden value. */
export const hidden = "•••"

const secretWords = new Set(
  "password passwd pwd passphrase passcode secret secrets token tokens authorization auth cookie session sid credential credentials key keys apikey otp totp pin code csrf xsrf nonce signature jwt bearer hash salt cvv cvc ssn iban card private".split(
    " ",
  ),
)
/** Names such as `token_type` and `expires_in` describe a secret but are not secret. */
const harmlessEnd = new Set(["type", "at", "in", "count", "name", "length"])

/** Whether the value of a field, header or parameter with this name is hidden. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "")
  if (words.length > 1 && harmlessEnd.has(words.at(-1)!)) return false
  return words.some((word) => secretWords.has(word)) || /password|secret|apikey|token$/.test(words.join(""))
}

// A JSON Web Token, and machine-generated texts: long, without spaces, with digits among letters. UUIDs count as ids.
const webToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const longText = /[\w+/=~-]{24,}/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text looks like a token. Times do not: they contain colons. */
export function isLikeToken(text: string): boolean {
  if (!/^[\w+/=~.-]{24,}$/.test(text) || uuid.test(text)) return false
  return /\d/.test(text) && /[a-z]/i.test(text) && !isWordy(text)
}

/** Whether a text consists of words joined by `_`, `-`, `/` or `.`, as names of constraints, files and paths do. */
function isWordy(text: string): boolean {
  return text.split(/[_/.-]/).every((word) => word.length < 20 && !/\d[a-z].*\d|[a-z]\d+[a-z]/i.test(word))
}

/** The maximum number of remembered values. */
const most = 500

/**
 * The secrets that a process has seen: credentials, values of fields with a secret's name, and such environment
 * variables. They are replaced wherever they appear, because an error or a log line may quote them under any name.
 */
export class Secrets {
  readonly #known = new Set<string>()

  /** Remembers a value. Short values are ignored: they would hide too much of the output. */
  add(value: string): void {
    if (value.length < 6 || value === hidden) return
    // Moved to the end: the oldest are forgotten first.
    this.#known.delete(value)
    this.#known.add(value)
    if (this.#known.size > most) this.#known.delete(this.#known.values().next().value!)
  }

  /** Remembers the secrets in the environment of a process. */
  addEnvironment(environment: NodeJS.ProcessEnv): void {
    for (const [name, value = ""] of Object.entries(environment)) {
      const password = /^[a-z][\w+.-]*:\/\/[^/@]*:([^/@]+)@/i.exec(value)?.[1]
      if (password !== undefined) this.add(password)
      if (isSecretName(name)) this.add(value)
    }
  }

  /** Masks secrets in a text: those of this call and all known ones. */
  scrub(text: string, own: readonly string[] = []): string {
    let clean = text
    for (const secret of [...own, ...this.#known]) {
      if (clean.includes(secret)) clean = clean.replaceAll(secret, hidden)
      // Also as escaped in JSON and in a query.
      const escaped = JSON.stringify(secret).slice(1, -1)
      if (escaped !== secret && clean.includes(escaped)) clean = clean.replaceAll(escaped, hidden)
      const encoded = encodeURIComponent(secret.toWellFormed())
      if (encoded !== secret && clean.includes(encoded)) clean = clean.replaceAll(encoded, hidden)
    }
    return clean.replace(webToken, hidden).replace(longText, (found) => (isLikeToken(found) ? hidden : found))
  }
}
