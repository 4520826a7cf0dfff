import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"
import { readBounded } from "./read-bounded.ts"

const timeout = 3_000
const mostBytes = 64 * 1024
const pause = 30_000
const refresh = 10 * 60 * 1000
const longest = 24 * 60 * 60 * 1000

/** The keys of the issuer are not known, and it does not answer. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable"
}

/**
 * The public keys of another issuer: fetched for the first token, and again every ten minutes. While the issuer cannot
 * be reached, the known keys stay in use for at most a day. The issuer is asked at most every 30 seconds, whatever
 * tokens arrive.
 */
export class RemoteKeys {
  readonly #url: URL
  readonly #now: () => number
  #known: { readonly find: JWTVerifyGetKey; readonly since: number } | undefined
  #tried = -Infinity
  #loading: Promise<void> | undefined

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(url: URL, now: () => number) {
    this.#url = url
    this.#now = now
  }

  /** Finds the key of a token. Throws a JOSEError if there is none, and `KeysUnavailable` if the keys are not known. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const age = this.#now() - (this.#known?.since ?? -Infinity)
    if (age > longest) await this.#reload()
    // In the background: the known keys stay valid meanwhile.
    else if (age > refresh) void this.#reload().catch(() => undefined)
    if (this.#known === undefined || this.#now() - this.#known.since > longest)
      throw new KeysUnavailable(
        `The keys of ${this.#url.host} are not known, and it was asked less than 30 seconds ago`,
      )
    const { find } = this.#known
    try {
      return await find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // The key may have been published since the last fetch. If the fetch fails, the token stays unknown.
      await this.#reload().catch(() => undefined)
      if (this.#known.find === find) throw error
      return this.#known.find(header, token)
    }
  }

  #reload(): Promise<void> {
    if (this.#loading !== undefined) return this.#loading
    if (this.#now() - this.#tried < pause) return Promise.resolve()
    this.#tried = this.#now()
    const failed = (cause: unknown) => {
      throw new KeysUnavailable(`The keys of ${this.#url.host} could not be fetched`, { cause })
    }
    return (this.#loading = this.#load()
      .catch(failed)
      .finally(() => (this.#loading = undefined)))
  }

  async #load(): Promise<void> {
    const signal = AbortSignal.timeout(timeout)
    // Redirects are not followed: an attacker who controls one page of the issuer could then choose the keys.
    const reply = await fetch(this.#url, {
      signal,
      redirect: "error",
      headers: { accept: "application/json" },
    })
    if (reply.status !== 200 || reply.body === null) throw new Error(`The reply was ${reply.status}`)
    const set = JSON.parse((await readBounded(reply.body, mostBytes)).toString("utf8")) as JSONWebKeySet
    this.#known = { find: createLocalJWKSet(set), since: this.#tried }
  }
}
