import { randomBytes } from "node:crypto"
import type { KeyValue } from "trivet"
import { digest } from "../digest.ts"

/** A sign-in that has begun: what the callback needs, and nobody else may know or choose. */
export interface PendingSignIn {
  /** The verifier of PKCE. */
  readonly verifier: string
  /** What the ID token must contain. */
  readonly nonce: string
  /** The path of this site to go to afterwards. */
  readonly target: string
  /** The user who links an identity to his account; absent for a sign-in. */
  readonly linkTo?: string
}

/** How long people may take at the provider, in seconds. */
export const pendingSeconds = 600

const wellFormed = /^[\w-]{43}$/

/**
 * Keeps sign-ins between `/login/<name>` and its callback, ten minutes at most, each for one use. One is found by two secrets
 * together: `state`, which travels through the provider, and one in a cookie, which only the browser has that began it.
 */
export class PendingSignIns {
  readonly #store: KeyValue
  readonly #name: string

  /** `name` is the provider's: a sign-in that began with one is unknown to the callback of another. */
  constructor(store: KeyValue, name: string) {
    this.#store = store
    this.#name = name
  }

  /** Keeps a sign-in, and returns its two secrets. */
  async begin(pending: PendingSignIn): Promise<{ readonly state: string; readonly cookie: string }> {
    const [state, cookie] = [secret(), secret()]
    await this.#store.set(this.#keyOf(state, cookie), JSON.stringify(pending), { seconds: pendingSeconds })
    return { state, cookie }
  }

  /** Takes a sign-in: of several callers at once one gets it. `undefined` if it is unknown, used or too old. */
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
