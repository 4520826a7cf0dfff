import { ErrorReply } from "redis"
import { RedisUnavailable } from "./redis-unavailable.ts"

// Temporary errors: the server will accept the command later.
const passing =
  /^(?:LOADING|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|ERR max number)/

const steps = 5

/**
 * Detects that replies have stopped. node-redis limits the time until a command is written, not until it is answered,
 * so a server that hangs would block its callers forever. Replies arrive in the order of the commands, so two counters
 * and one timer are enough for all of them.
 */
export class ReplyWatch {
  readonly #step: number
  readonly #onStuck: () => void
  /** The number of sent commands at each of the last steps. */
  #marks: number[] = []
  #sent = 0
  #answered = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Calls `onStuck` when a command has had no reply for `limit` milliseconds. */
  constructor(limit: number, onStuck: () => void) {
    this.#step = limit / steps
    this.#onStuck = onStuck
  }

  sent(): void {
    this.#sent++
    if (this.#timer === undefined) this.#wait()
  }

  readonly answered = <Reply>(reply: Reply): Reply => {
    this.#answered++
    return reply
  }

  /** Throws the error that callers get for an error of the client. */
  readonly failed = (error: unknown): never => {
    this.#answered++
    throw error instanceof ErrorReply && !passing.test(error.message) ? error : new RedisUnavailable(error)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#marks = []
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#look(), this.#step).unref()
  }

  // Counts steps instead of reading the clock: if this process itself was blocked, replies may have arrived without
  // having been read.
  #look(): void {
    this.#timer = undefined
    if (this.#answered === this.#sent) {
      this.#marks = []
      return
    }
    const due = this.#marks.length === steps - 1 ? this.#marks.shift()! : 0
    if (this.#answered < due) return this.#onStuck()
    this.#marks.push(this.#sent)
    this.#wait()
  }
}
