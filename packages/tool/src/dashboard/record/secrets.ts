/** What stands for a value that is not shown. */
export const hidden = "•••"

const secretWords = new Set(
  "password passwd pwd passphrase passcode secret secrets token tokens authorization auth cookie session sid credential credentials key keys apikey otp totp pin code csrf xsrf nonce signature jwt bearer hash salt cvv cvc ssn iban card private".split(
    " ",
  ),
)
/** `token_type` and `expires_in` say something about a secret, and are none. */
const harmlessEnd = new Set(["type", "at", "in", "count", "name", "length"])

/** Whether the value of a field, header or parameter of this name is hidden. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "")
  if (words.length > 1 && harmlessEnd.has(words.at(-1)!)) return false
  return words.some((word) => secretWords.has(word)) || /password|secret|apikey|token$/.test(words.join(""))
}

// A JSON web token, and texts that only a machine writes: long, without spaces, with digits among letters. UUIDs are ids.
const webToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const longText = /[\w+/=~-]{24,}/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text looks like a token. A time is none: it has colons. */
export function isLikeToken(text: string): boolean {
  if (!/^[\w+/=~.-]{24,}$/.test(text) || uuid.test(text)) return false
  return /\d/.test(text) && /[a-z]/i.test(text) && !isWordy(text)
}

/** Names of constraints, files and paths: words, joined by `_`, `-`, `/` or `.`. */
function isWordy(text: string): boolean {
  return text.split(/[_/.-]/).every((word) => word.length < 20 && !/\d[a-z].*\d|[a-z]\d+[a-z]/i.test(word))
}

/** The most values that are remembered. */
const most = 500

/**
 * The secrets that a process has seen: values of credentials, of fields with a secret's name, and of such variables of the
 * environment. They are replaced wherever they appear, because an error or a log line quotes them under any name.
 */
export class Secrets {
  readonly #known = new Set<string>()

  /** Remembers a value. A short one would hide half of what is shown. */
  add(value: string): void {
    if (value.length < 6 || value === hidden) return
    // Again at the end: the oldest are forgotten first.
    this.#known.delete(value)
    this.#known.add(value)
    if (this.#known.size > most) this.#known.delete(this.#known.values().next().value!)
  }

  /** Remembers what the environment of a process keeps secret. */
  addEnvironment(environment: NodeJS.ProcessEnv): void {
    for (const [name, value = ""] of Object.entries(environment)) {
      const password = /^[a-z][\w+.-]*:\/\/[^/@]*:([^/@]+)@/i.exec(value)?.[1]
      if (password !== undefined) this.add(password)
      if (isSecretName(name)) this.add(value)
    }
  }

  /** A text without secrets: those of this call and those that are known. */
  scrub(text: string, own: readonly string[] = []): string {
    let clean = text
    for (const secret of [...own, ...this.#known]) {
      if (clean.includes(secret)) clean = clean.replaceAll(secret, hidden)
      // As JSON and as a query write it.
      const escaped = JSON.stringify(secret).slice(1, -1)
      if (escaped !== secret && clean.includes(escaped)) clean = clean.replaceAll(escaped, hidden)
      const encoded = encodeURIComponent(secret.toWellFormed())
      if (encoded !== secret && clean.includes(encoded)) clean = clean.replaceAll(encoded, hidden)
    }
    return clean.replace(webToken, hidden).replace(longText, (found) => (isLikeToken(found) ? hidden : found))
  }
}
