import { availableParallelism } from "node:os"
import { hash, parseOptions, verify } from "@node-rs/bcrypt"
import { Fault, inject, Log } from "trivet"
import { AuthSettings } from "./auth-settings.ts"
import { fault } from "./faults.ts"
import { FullReport } from "./full-report.ts"
import { type Lane, WorkQueue } from "./work-queue.ts"

const mostBytes = 72

/** Who waits for a hash. */
export interface HashOptions {
  /** `ctx.signal`: where the client has left before the hash was begun, it is not made. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Hashes and checks passwords with bcrypt, in a queue of its own: however many log in at once, other calls go on, and
 * past the queue's bound a login is answered with 503. However many register, logins go on.
 */
export class Passwords {
  readonly #settings = inject(AuthSettings)
  readonly #report = new FullReport(inject(Log))
  readonly #queue = new WorkQueue({
    atOnce: threads(),
    waiting: this.#settings.queue,
    onFull: () => this.#report.count(),
  })
  // Where the cost was lowered, older hashes take longer than new ones: see `verify()`.
  #highest = this.#settings.cost
  #made = 0
  #rounds = 0

  /** How many hashes were made, to store or to compare. */
  get made(): number {
    return this.#made
  }

  /** How much work that was: 2 to the power of the cost for each. */
  get rounds(): number {
    return this.#rounds
  }

  /** Whether bcrypt can tell it from every other: it reads 72 bytes and stops at NUL. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= mostBytes && !password.includes("\0")
  }

  /** Raises a fault that names the field, a 400, for a password that does not fit: for one that a client chooses. */
  check(password: string, field = "password"): void {
    if (this.fits(password)) return
    const message = `must have at most ${mostBytes} bytes in UTF-8, and no NUL`
    throw new Fault("BODY_INVALID", { reason: `${field} ${message}` }, { issues: [{ path: field, message }] })
  }

  /** The hash to store. Ask `fits()` before: what does not fit is never cut silently. */
  hash(password: string, options: HashOptions = {}): Promise<string> {
    return this.#hash(password, "new", options)
  }

  /** The hash to store in place of one that `isOutdated()`, while its owner logs in: it does not wait for registrations. */
  rehash(password: string, options: HashOptions = {}): Promise<string> {
    return this.#hash(password, "login", options)
  }

  /**
   * Whether a password is the one that was hashed. Without a hash, for an account that does not exist, it does the same
   * work and says no: how long it takes must not tell who has an account. Hashes of a lower cost than new ones are made
   * up for; of a higher one, all others are, once this process has seen the first.
   */
  async verify(password: string, hashed: string | undefined, { signal }: HashOptions = {}): Promise<boolean> {
    const shown = this.fits(password) ? password : ""
    const cost = hashed === undefined ? undefined : costOf(hashed)
    this.#highest = Math.max(this.#highest, cost ?? 0)
    const isRight = await this.#run("login", signal, async () => {
      const highest = this.#highest
      if (await this.#compare(shown, hashed ?? nobody(highest))) return true
      // 2ᶜ and 2ᶜ + 2ᶜ⁺¹ + … up to the highest make 2ʰ: as much as for everybody else.
      for (let rest = cost ?? highest; rest < highest; rest++) await this.#compare(shown, nobody(rest))
      return false
    })
    return isRight && hashed !== undefined && shown === password
  }

  /** Whether a stored hash was made at another cost than new ones: hash the password again when its owner logs in. */
  isOutdated(hashed: string): boolean {
    return costOf(hashed) !== this.#settings.cost
  }

  async #hash(password: string, lane: Lane, { signal }: HashOptions): Promise<string> {
    if (!this.fits(password)) throw fault("AUTH_PASSWORD_INVALID", {})
    const { cost } = this.#settings
    return this.#run(lane, signal, () => {
      this.#rounds += 2 ** cost
      return hash(password, { cost })
    })
  }

  #compare(password: string, hashed: string): Promise<boolean> {
    this.#rounds += 2 ** costOf(hashed)
    return verify(password, hashed)
  }

  #run<T>(lane: Lane, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return this.#queue.run({
      lane,
      signal,
      work: () => {
        this.#made++
        return work()
      },
    })
  }
}

function costOf(hashed: string): number {
  return parseOptions(hashed).cost
}

/** Proper in form and of no password: checking against it is the work of checking against any other of its cost. */
function nobody(cost: number): string {
  return `$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`
}

/** A hash fills one of libuv's threads. One stays free: files, names of hosts and signatures need them too. */
function threads(): number {
  const pool = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)
  return Math.max(1, Math.min(availableParallelism(), pool - 1))
}
