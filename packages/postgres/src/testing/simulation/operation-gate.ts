import { AsyncLocalStorage } from "node:async_hooks"
import type { Operation, Operations } from "trivet/extend"
import { codeOf } from "../../connection/database-error.ts"
import type { Caller } from "./caller.ts"
import { SavedState } from "./saved-state.ts"
import { placeOf } from "./report/place-of.ts"

/** A statement or a command of a call. Its place in the source is computed when it is shown. */
export class HeldOperation {
  readonly caller: Caller
  /** Its number in the call. */
  readonly number: number
  readonly operation: Operation
  readonly place: () => string
  /** `waits` to be sent, `runs`, or has `ended` and its reply is held. */
  state: "waits" | "runs" | "ended" = "waits"
  /** The error that PostgreSQL has answered with. */
  error: unknown
  /** What the story says of it. */
  told: "nothing" | "wait" | "error" = "nothing"
  /** Sends it. */
  readonly begin: () => void
  /** Delivers its reply, or another error. */
  readonly end: (error?: unknown) => void

  constructor(caller: Caller, operation: Operation, parts: Pick<HeldOperation, "place" | "begin" | "end">) {
    this.caller = caller
    this.number = ++caller.operations
    this.operation = operation
    this.place = parts.place
    this.begin = parts.begin
    this.end = parts.end
  }
}

/** What is held. Others, such as password hashes, run at once. */
const kinds: ReadonlySet<string> = new Set(["sql", "redis", "timer"])

/** Holds the statements and commands of calls until a simulation lets them run. */
export class OperationGate {
  /** Ordered by call and number. */
  held: HeldOperation[] = []
  /** Grows whenever something has happened. */
  version = 0
  /** Whether operations of calls are held. */
  isClosed = false
  /** Set when a statement has been cancelled to end a deadlock. */
  hasDeadlock = false
  /** What operations have changed outside of the database. */
  readonly saved: SavedState = new SavedState()
  /** Whether Redis did not know a script. */
  isCold = false
  readonly #callers = new AsyncLocalStorage<Caller>()
  #changed = Promise.withResolvers<void>()

  /** Runs the work of a call. */
  run<Result>(caller: Caller, work: () => Result): Result {
    return this.#callers.run(caller, work)
  }

  /** The call that the running code belongs to. */
  get caller(): Caller | undefined {
    return this.#callers.getStore()
  }

  /** Notes that something has happened. */
  change(): void {
    this.version++
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  /** The next change. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  /** Forgets what the calls of a crashed application have begun. */
  clear(): void {
    this.held = []
  }

  /** The function that an application passes its operations to. After a crash, none of them runs. */
  portOf(application: { readonly isGone: boolean }): Operations["run"] {
    return (operation, work) => {
      const caller = this.caller
      const isHeld = kinds.has(operation.kind)
      if (application.isGone && isHeld)
        return caller === undefined ? Promise.reject(crashed()) : new Promise(() => {})
      if (caller === undefined || !this.isClosed) return this.saved.around(operation, work)
      if (!isHeld) return this.#pass(caller, work)
      return this.#hold(caller, operation, work, application)
    }
  }

  async #pass<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    caller.elsewhere++
    try {
      return await work()
    } finally {
      caller.elsewhere--
      this.change()
    }
  }

  #hold<Result>(
    caller: Caller,
    operation: Operation,
    work: () => Promise<Result>,
    application: { readonly isGone: boolean },
  ): Promise<Result> {
    const inside = AsyncLocalStorage.snapshot()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    let deliver = () => {}
    const ended = (result: () => void) => {
      if (application.isGone) return
      deliver = result
      held.state = "ended"
      this.change()
    }
    const held: HeldOperation = new HeldOperation(caller, operation, {
      place: placeOf(),
      begin: () => {
        held.state = "runs"
        // A pause ends when the seed says so.
        const sent = operation.kind === "timer" ? undefined : inside(() => this.saved.around(operation, work))
        Promise.resolve(sent as Promise<Result>).then(
          (result) => ended(() => resolve(result)),
          (error: unknown) => {
            if (isUnknownScript(error)) this.isCold = true
            held.error = this.#errorOf(error)
            ended(() => reject(held.error))
          },
        )
      },
      end: (error) => {
        this.held = this.held.filter((one) => one !== held)
        if (error === undefined) deliver()
        else reject(error)
      },
    })
    this.held = [...this.held, held].toSorted(byCall)
    caller.isDormant = false
    this.change()
    return promise
  }

  /** The statement that was cancelled to end a deadlock gets the error of PostgreSQL for deadlocks. */
  #errorOf(error: unknown): unknown {
    if (!this.hasDeadlock || codeOf(error) !== "57014") return error
    this.hasDeadlock = false
    return Object.assign(error as Error, { code: "40P01", message: "deadlock detected" })
  }
}

/** The script is sent whole then. Redis knows it from now on, so this happens once for each server. */
function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT")
}

function byCall(left: HeldOperation, right: HeldOperation): number {
  return left.caller.index - right.caller.index || left.number - right.number
}

function crashed(): Error {
  return new Error("the application has crashed in a simulation")
}
