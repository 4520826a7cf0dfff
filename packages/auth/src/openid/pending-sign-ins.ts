import { randomBytes } from "node:crypto"
import type { KeyValue } from "trivet"
import { digest } from "../digest.ts"

/** A sign-in that has begun: the secrets and values that its callback needs. */
export interface PendingSignIn {
  /** The verifier of PKCE. */
  readonly verifier: string
  /** The value that the ID token must contain. */
  readonly nonce: string
  /** The path of this site to which the browser is redirected afterwards. */
  readonly target: string
  /** The user who links an identity to their account; absent for a sign-in. */
  readonly linkTo?: string
}

/** How long a person may take at the provider, in seconds. */
export const pendingSeconds = 600

const wellFormed = /^[\w-]{43}$/

/**
 * Stores sign-ins between `/login/<name>` and its callback, for ten minutes at most and for one use each. The key is
 * made of two secrets: `state`, which travels through the provider, and the value of a cookie, which only the browser
 * that began it has.
 */
export class PendingSignIns {
  readonly #store: KeyValue
  readonly #name: string

  /** `name` is that of the provider: the callback of one provider does not find the sign-ins of another. */
  constructor(store: KeyValue, name: string) {
    this.#store = store
    this.#name = name
  }

  /** Stores a sign-in, and returns its two secrets. */
  async begin(pending: PendingSignIn): Promise<{ readonly state: string; readonly cookie: string }> {
    const [state, cookie] = [secret(), secret()]
    await this.#store.set(this.#keyOf(state, cookie), JSON.stringify(pending), { seconds: pendingSeconds })
    return { state, cookie }
  }

  /**
   * Removes and returns a sign-in; with concurrent callers one gets it. `undefined` if it is unknown, used or expired.
   */
  async take(state: string, cookie: string): Promise<PendingSignIn | undefined> {
    if (!wellFormed.test(state) || !wellFormed.test(cookie)) return undefined
    const found = await this.#store.take(this.#keyOf(state, cookie))
    return found === undefined ? undefined : (JSON.parse(found) as PendingSignIn)
  }

  #keyOf(state: string, cookie: string): string {
    return `openid:${this.#name}:${digest(`${state}.${cookie}`)}`
  }
}

function secret(): string {
  return randomBytes(32).toString("base64url")
}
