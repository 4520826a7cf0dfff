import { randomBytes } from "node:crypto"
import { inject, KeyValue } from "trivet"
import { digest } from "../digest.ts"
import { type Generation, Revocations } from "./revocations.ts"

/** What a one-time token was created for. */
export interface OneTimeToken {
  /** The subject that it was created for, such as the id of a user. */
  readonly subject: string
  /** The data that was passed to `create()`. */
  readonly data: Readonly<Record<string, string>>
}

interface Stored extends OneTimeToken {
  readonly generation: string
}

/** Options of `OneTimeTokens.create()`. */
export interface OneTimeTokenOptions {
  /** A few short texts that `consume()` returns, such as the new e-mail address. Default: none. */
  readonly data?: Readonly<Record<string, string>>
  /** The lifetime in seconds. Default: 900 (15 minutes). */
  readonly seconds?: number
}

const usualSeconds = 15 * 60
const maxLength = 64

/**
 * Issues random tokens for links in mails, such as those that reset a password. A token works once, for one purpose,
 * and only until it expires, `Revocations.revokeUser()` is called for its subject, or the next one of its purpose and
 * subject is issued. Only its hash is stored, in the `KeyValue`.
 */
export class OneTimeTokens {
  readonly #store = inject(KeyValue)
  readonly #revocations = inject(Revocations)

  /**
   * Creates a token and revokes the one that was created before for this purpose and subject. Show it once: it cannot
   * be read again. `generation` is that of the subject before anything was checked:
   * `await revocations.generationOf(subject)`.
   */
  async create(
    purpose: string,
    subject: string,
    generation: Generation,
    options: OneTimeTokenOptions = {},
  ): Promise<string> {
    const { data = {}, seconds = usualSeconds } = options
    const token = randomBytes(32).toString("base64url")
    const own = tokenKey(purpose, token)
    const kept: Stored = { subject, data, generation }
    await this.#store.set(own, JSON.stringify(kept), { seconds })
    // The last step. Until then the earlier token is valid, and afterwards only this one.
    await this.#store.set(subjectKey(purpose, subject), own, { seconds })
    return token
  }

  /**
   * Uses a token. With concurrent callers, in any number of processes, exactly one gets its subject and data. Returns
   * `undefined` if the token is unknown, used, expired, revoked, replaced, or of another purpose; the last does not use
   * it up.
   */
  async consume(purpose: string, token: string): Promise<OneTimeToken | undefined> {
    if (token.length > maxLength) return undefined
    const own = tokenKey(purpose, token)
    const stored = await this.#store.take(own)
    if (stored === undefined) return undefined
    const { subject, data, generation } = JSON.parse(stored) as Stored
    const [last, isOver] = await Promise.all([
      this.#store.get(subjectKey(purpose, subject)),
      this.#revocations.isOver(subject, generation),
    ])
    return last === own && !isOver ? { subject, data } : undefined
  }

  /** Ends the token of a purpose and a subject, if there is one. */
  async revoke(purpose: string, subject: string): Promise<void> {
    await this.#store.delete(subjectKey(purpose, subject))
  }
}

/** The purpose is part of the key: a token that is presented for another purpose is not found. */
function tokenKey(purpose: string, token: string): string {
  return `one-time:${digest(JSON.stringify([purpose, token]))}`
}

function subjectKey(purpose: string, subject: string): string {
  return `one-time-of:${digest(JSON.stringify([purpose, subject]))}`
}
