import { availableParallelism } from "node:os"
import { hash, parseOptions, verify } from "@node-rs/bcrypt"
import { inject } from "trivet"
import { AuthSettings } from "./auth-settings.ts"
import { WorkQueue } from "./work-queue.ts"

const mostBytes = 72

/**
 * Hashes and checks passwords with bcrypt, in a queue of its own: however many log in at once, other calls go on, and
 * past the queue's bound a login is answered with 503.
 */
export class Passwords {
  readonly #settings = inject(AuthSettings)
  readonly #queue = new WorkQueue(threads(), this.#settings.queue)
  // Proper in form and of no password: checking against it is the work of checking against any other.
  readonly #nobody = `$2b$${String(this.#settings.cost).padStart(2, "0")}$${".".repeat(53)}`
  #made = 0

  /** How many hashes were made, to store or to compare. */
  get made(): number {
    return this.#made
  }

  /** Whether bcrypt can tell it from every other: it reads 72 bytes and stops at NUL. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= mostBytes && !password.includes("\0")
  }

  /** The hash to store. Ask `fits()` before: what does not fit is never cut silently. */
  async hash(password: string): Promise<string> {
    if (!this.fits(password)) throw new RangeError("the password is longer than 72 bytes, or holds NUL")
    return this.#run(() => hash(password, { cost: this.#settings.cost }))
  }

  /**
   * Whether a password is the one that was hashed. Without a hash, for an account that does not exist, it does the same
   * work and says no: how long it takes must not tell who has an account.
   */
  async verify(password: string, hashed: string | undefined): Promise<boolean> {
    const shown = this.fits(password) ? password : ""
    const matches = await this.#run(() => verify(shown, hashed ?? this.#nobody))
    return matches && hashed !== undefined && shown === password
  }

  /** Whether a stored hash was made at another cost than new ones: hash the password again when its owner logs in. */
  isOutdated(hashed: string): boolean {
    return parseOptions(hashed).cost !== this.#settings.cost
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => {
      this.#made++
      return work()
    })
  }
}

/** A hash fills one of libuv's threads. One stays free: files, names of hosts and signatures need them too. */
function threads(): number {
  const pool = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)
  return Math.max(1, Math.min(availableParallelism(), pool - 1))
}
