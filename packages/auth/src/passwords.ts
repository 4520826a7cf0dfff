import { availableParallelism } from "node:os"
import { hash, parseOptions, verify } from "@node-rs/bcrypt"
import { Fault, inject } from "trivet"
import { AppLog } from "trivet/scope"
import { AuthSettings } from "./auth-settings.ts"
import { fault } from "./faults.ts"
import { FullReport } from "./full-report.ts"
import { type Lane, WorkQueue } from "./work-queue.ts"

const mostBytes = 72

/** Options of the methods of `Passwords`. */
export interface HashOptions {
  /** Pass `ctx.signal`: if the client disconnects before its turn in the queue, nothing is hashed. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Hashes and checks passwords with bcrypt, in threads. Hashes wait in a queue, so that other requests are not delayed. If
 * the queue is full, it throws an error that becomes 503. Logins and registrations have separate queues.
 */
export class Passwords {
  readonly #settings = inject(AuthSettings)
  readonly #report = new FullReport(inject(AppLog))
  readonly #queue = new WorkQueue({
    atOnce: threads(),
    waiting: this.#settings.queue,
    onFull: () => this.#report.count(),
  })
  // Where the cost was lowered, older hashes take longer than new ones: see `verify()`.
  #highest = this.#settings.cost
  #made = 0
  #rounds = 0

  /** How often `hash()`, `rehash()` and `verify()` have run. */
  get made(): number {
    return this.#made
  }

  /** The bcrypt rounds of all of them: 2 to the power of the cost for each hash. */
  get rounds(): number {
    return this.#rounds
  }

  /** Whether bcrypt can hash a password completely: at most 72 bytes in UTF-8, and no NUL. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= mostBytes && !password.includes("\0")
  }

  /** Throws a fault that becomes 400 and names `field` if `fits()` is false. Call it for a password that a user chooses. */
  check(password: string, field = "password"): void {
    if (this.fits(password)) return
    const message = `must have at most ${mostBytes} bytes in UTF-8, and no NUL`
    throw new Fault("BODY_INVALID", { reason: `${field} ${message}` }, { issues: [{ path: field, message }] })
  }

  /** Returns the hash to store. Throws a fault if `fits()` is false: call `check()` before. */
  hash(password: string, options: HashOptions = {}): Promise<string> {
    return this.#hash(password, "new", options)
  }

  /** Like `hash()`, in the queue of logins: use it if `isOutdated()` is true while a user logs in. */
  rehash(password: string, options: HashOptions = {}): Promise<string> {
    return this.#hash(password, "login", options)
  }

  /**
   * Whether a password matches a hash. Pass `undefined` if the account does not exist: it then does the same work and
   * returns false, so that the time does not reveal which accounts exist. Hashes of another cost take the same time too;
   * if some have a higher cost than the setting, from the first one on that this process has seen.
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

  /** Whether a stored hash has another cost than new ones. Then replace it with `rehash()` when its user logs in. */
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
