import { availableParallelism } from "node:os"
import { hash, parseOptions, verify } from "@node-rs/bcrypt"
import { Fault, inject } from "trivet"
import { AppLog, AppOperations, Repeats } from "trivet/extend"
import {
  argon2idWork,
  hasArgon2id,
  hashArgon2id,
  isArgon2id,
  isOldArgon2id,
  nobodysArgon2id,
  verifyArgon2id,
} from "./argon2id.ts"
import { AuthSettings } from "../auth-settings.ts"
import { fault } from "../faults.ts"
import { type Lane, WorkQueue } from "./work-queue.ts"

// bcrypt ignores bytes beyond 72. For argon2id the limit only bounds the work.
const mostBytes = { bcrypt: 72, argon2id: 1_024 } as const

/** Options of the methods of `Passwords`. */
export interface HashOptions {
  /** Pass `ctx.signal`: if the client disconnects before its turn in the queue, nothing is hashed. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Hashes and checks passwords with bcrypt or argon2id, in threads. Hashes wait in a queue, so that other requests are not
 * delayed. If the queue is full, it throws an error that becomes 503. Logins and registrations have separate queues.
 */
export class Passwords {
  readonly #settings = inject(AuthSettings)
  readonly #log = inject(AppLog)
  readonly #operations = inject(AppOperations)
  readonly #rejected = new Repeats((rejected) => this.#logFull(rejected))
  readonly #queue = new WorkQueue({
    atOnce: threads(),
    waiting: this.#settings.queue,
    onFull: () => {
      if (this.#rejected.isFirst()) this.#logFull(1)
    },
  })
  readonly #algorithms = [this.#settings.passwords].flat()
  readonly #algorithm = this.#algorithms[0]!
  // The highest bcrypt cost seen. After the cost was lowered, older hashes take longer: see `verify()`. 0 if there are
  // no bcrypt hashes.
  #highest = this.#algorithms.includes("bcrypt") ? this.#settings.cost : 0
  #hasArgon2id = this.#algorithms.includes("argon2id")
  #made = 0
  #rounds = 0

  constructor() {
    if (this.#hasArgon2id && !hasArgon2id()) throw fault("AUTH_ARGON_MISSING", {})
  }

  /** @internal How often `hash()`, `rehash()` and `verify()` have run. */
  get made(): number {
    return this.#made
  }

  /**
   * @internal The work of all of them: 2 to the power of the cost for each bcrypt hash, the memory in KiB times the
   * passes for each argon2id hash.
   */
  get rounds(): number {
    return this.#rounds
  }

  /** Whether a new password can be hashed completely: at most 72 bytes in UTF-8 (1,024 with argon2id), and no NUL. */
  fits(password: string): boolean {
    return fitsIn(this.#algorithm, password)
  }

  /** Throws a fault that becomes 400 and names `field` if `fits()` is false. Call it for a password that a user chooses. */
  check(password: string, field = "password"): void {
    if (this.fits(password)) return
    const bytes = mostBytes[this.#algorithm]
    const message = `must have at most ${bytes} bytes in UTF-8, and no NUL`
    const issue = { path: field, message, code: `maxBytes=${bytes}` }
    throw new Fault("BODY_INVALID", { reason: `${field} ${message}` }, { issues: [issue] })
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
   * Whether a password matches a bcrypt or argon2id hash. Pass `undefined` if the account does not exist: it then does
   * the same work and returns false, so that the time does not reveal which accounts exist. Hashes of another cost take
   * the same time too. If some have a higher cost than the setting, or an algorithm that is not in its list, this holds
   * once this process has seen the first of them.
   */
  async verify(password: string, hashed: string | undefined, { signal }: HashOptions = {}): Promise<boolean> {
    const isOfArgon2id = hashed !== undefined && isArgon2id(hashed)
    const cost = hashed === undefined || isOfArgon2id ? undefined : costOf(hashed)
    this.#highest = Math.max(this.#highest, cost ?? 0)
    this.#hasArgon2id ||= isOfArgon2id
    return this.#run("login", signal, async () => {
      if (hashed !== undefined && (await this.#compare(password, hashed))) return true
      if (this.#hasArgon2id && !isOfArgon2id) await this.#compare(password, nobodysArgon2id)
      const highest = this.#highest
      if (cost === undefined && highest > 0) await this.#compare(password, nobody(highest))
      // 2ᶜ + (2ᶜ + 2ᶜ⁺¹ + … + 2ʰ⁻¹) = 2ʰ: the same work as for a hash of the highest cost.
      for (let rest = cost ?? highest; rest < highest; rest++) await this.#compare(password, nobody(rest))
      return false
    })
  }

  /**
   * Whether a stored hash has another algorithm or another cost than new ones. Then replace it with `rehash()` when its
   * user logs in.
   */
  isOutdated(hashed: string): boolean {
    if (isArgon2id(hashed)) return this.#algorithm !== "argon2id" || isOldArgon2id(hashed)
    return this.#algorithm !== "bcrypt" || costOf(hashed) !== this.#settings.cost
  }

  async #hash(password: string, lane: Lane, { signal }: HashOptions): Promise<string> {
    if (!this.fits(password)) throw fault("AUTH_PASSWORD_INVALID", { most: mostBytes[this.#algorithm] })
    const { cost } = this.#settings
    return this.#run(lane, signal, () => {
      if (this.#algorithm === "bcrypt") {
        this.#rounds += 2 ** cost
        return hash(password, { cost })
      }
      this.#rounds += argon2idWork(nobodysArgon2id)
      return hashArgon2id(password)
    })
  }

  /** A password that does not fit is replaced by an empty text, for equal work, and never matches. */
  async #compare(password: string, hashed: string): Promise<boolean> {
    const algorithm = isArgon2id(hashed) ? "argon2id" : "bcrypt"
    const shown = fitsIn(algorithm, password) ? password : ""
    this.#rounds += algorithm === "argon2id" ? argon2idWork(hashed) : 2 ** costOf(hashed)
    const isRight = await (algorithm === "argon2id" ? verifyArgon2id(shown, hashed) : verify(shown, hashed))
    return isRight && shown === password
  }

  #run<T>(lane: Lane, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const run = () =>
      this.#queue.run({
        lane,
        signal,
        work: () => {
          this.#made++
          return work()
        },
      })
    // Neither tells whether the account exists or the password was right.
    if (!this.#operations.watched) return run()
    return this.#operations.run(
      { kind: "hash", text: `password, ${this.#algorithms.join(", ")}`, values: [] },
      run,
    )
  }

  #logFull(rejected: number): void {
    if (rejected === 0) return
    this.#log.warn({ rejected }, "The queue of password hashes is full: requests are rejected with 503")
  }
}

function fitsIn(algorithm: keyof typeof mostBytes, password: string): boolean {
  return Buffer.byteLength(password) <= mostBytes[algorithm] && !password.includes("\0")
}

function costOf(hashed: string): number {
  return parseOptions(hashed).cost
}

/** A dummy hash that no password matches. Checking it costs the same as a real hash of this cost. */
function nobody(cost: number): string {
  return `$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`
}

/** A hash occupies a libuv thread. One stays free for files, DNS lookups and signatures. */
function threads(): number {
  const pool = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)
  return Math.max(1, Math.min(availableParallelism(), pool - 1))
}
