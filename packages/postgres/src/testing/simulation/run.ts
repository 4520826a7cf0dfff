import type { TestApp } from "trivet/testing"
import { type Caller, callersOf } from "./caller.ts"
import type { Chooser } from "./chooser.ts"
import { OperationGate } from "./operation-gate.ts"
import { nextChange, settle } from "./settle.ts"
import type { SideConnection } from "./side-connection.ts"
import { SimulatedApp } from "./simulated-app.ts"
import type { SimulateOptions } from "./simulate-options.ts"
import { type Step, stepsOf } from "./step.ts"
import { Story } from "./report/story.ts"
import { findViolation } from "./find-violation.ts"

/** One run of the calls, in one order. */
export interface Run {
  /** The steps that were chosen. */
  readonly keys: readonly string[]
  readonly failures: readonly string[]
  readonly callers: readonly Caller[]
  readonly story: string
  /** What was wrong; `undefined` if nothing was. */
  readonly violation: Error | undefined
}

/** What all runs of a simulation need. */
export interface RunParts {
  readonly load: () => Promise<TestApp>
  readonly options: SimulateOptions
  readonly side: SideConnection
}

/** Milliseconds for which a call that waits in this process may do nothing when nobody else does. */
const stuckAfter = 1_000

/** Runs the calls with these indexes; all if none are given. */
export async function runCalls(
  { load, options, side }: RunParts,
  choose: Chooser,
  only?: readonly number[],
): Promise<Run> {
  const gate = new OperationGate()
  const simulated = await SimulatedApp.load(load, gate)
  const all = callersOf(await options.calls(simulated.clients))
  const callers = only === undefined ? all : all.filter(({ index }) => only.includes(index))
  const run = new OneRun(callers, gate, simulated, side)
  gate.isClosed = true
  const isDone = await run.takeAll(choose, options.failures ?? [])
  gate.isClosed = false
  const violation = await findViolation(options, simulated.app, callers, run.failures.length > 0)
  if (isDone) await simulated.app.stop()
  else await run.crash()
  return { keys: run.keys, failures: run.failures, callers, story: String(run.story), violation }
}

class OneRun {
  readonly keys: string[] = []
  readonly failures: string[] = []
  readonly story = new Story()
  readonly #callers: readonly Caller[]
  readonly #gate: OperationGate
  readonly #simulated: SimulatedApp
  readonly #side: SideConnection

  constructor(
    callers: readonly Caller[],
    gate: OperationGate,
    simulated: SimulatedApp,
    side: SideConnection,
  ) {
    this.#callers = callers
    this.#gate = gate
    this.#simulated = simulated
    this.#side = side
  }

  /** Takes steps until all calls have ended. Returns false if one of them never does. */
  async takeAll(choose: Chooser, failures: NonNullable<SimulateOptions["failures"]>): Promise<boolean> {
    for (;;) {
      await settle(this.#callers, this.#gate, this.#side)
      this.#tell()
      const steps = stepsOf(this.#callers, this.#gate.held, failures)
      if (steps.some(({ failure }) => failure === undefined)) {
        const step = choose(steps)
        this.keys.push(step.key)
        if (step.failure !== undefined) this.failures.push(step.key)
        this.story.step(step)
        await this.#take(step)
      } else if (this.#isOver) return true
      else if (!(await this.#goesOn())) return false
    }
  }

  /** Throws the application away. Calls that wait for nothing but its memory end too. */
  async crash(): Promise<void> {
    const waiting = this.#callers.filter(({ isLive, requests }) => isLive && requests.size === 0)
    this.#simulated.crash()
    this.#gate.clear()
    for (const caller of waiting) caller.end(undefined, new Error("the application has crashed"))
    await this.#side.cutAll()
    this.#gate.change()
  }

  get #isOver(): boolean {
    return this.#gate.held.length === 0 && this.#callers.every(({ isLive }) => !isLive)
  }

  /** Whether something happens although no step is possible: a timer ends. */
  async #goesOn(): Promise<boolean> {
    const { version } = this.#gate
    await nextChange(this.#gate, stuckAfter)
    return this.#gate.version !== version
  }

  async #take({ key, caller, held, failure }: Step): Promise<void> {
    if (failure === undefined) return this.#move(caller!, held)
    if (failure === "clock") return this.#simulated.app.clock.advance({ hours: Number(key.split(" ")[1]) })
    if (failure === "clientGone") return [...caller!.requests][0]!.leave()
    if (failure === "crash") {
      await this.crash()
      return this.#simulated.restart()
    }
    const { cut } = held!.operation
    if (cut !== undefined) await this.#side.cut(cut)
    held!.end(new Error("Connection terminated unexpectedly"))
  }

  #move(caller: Caller, held: Step["held"]): void {
    if (held === undefined) void this.#begin(caller)
    else if (held.state === "waits") held.begin()
    else held.end()
  }

  async #begin(caller: Caller): Promise<void> {
    caller.hasBegun = true
    try {
      const value = await this.#gate.run(caller, async () => caller.run())
      caller.end(value, undefined)
    } catch (error) {
      caller.end(undefined, error)
    }
    this.#gate.change()
  }

  /** Adds to the story what has happened since the last step. */
  #tell(): void {
    for (const held of this.#gate.held) this.story.note(held)
    for (const caller of this.#callers.filter(({ outcome, isTold }) => outcome !== undefined && !isTold)) {
      caller.isTold = true
      this.story.outcome(caller)
    }
  }
}
