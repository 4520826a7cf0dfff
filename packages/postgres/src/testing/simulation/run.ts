import type { TestApp } from "trivet/testing"
import { Caller, callersOf } from "./caller.ts"
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
  /** Timed work of the application that took part. */
  readonly timers: readonly Caller[]
  readonly story: string
  /** What was wrong; `undefined` if nothing was. */
  readonly violation: Error | undefined
  /** Whether a server has learned something, such as a script, so that the next run has fewer steps. */
  readonly isCold: boolean
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
  const calls = callersOf(await options.calls(simulated.clients))
  const callers = only === undefined ? calls : calls.filter(({ index }) => only.includes(index))
  const run = new OneRun(callers, gate, simulated, side)
  gate.isClosed = true
  const isDone = await run.takeAll(choose, options.failures ?? [])
  gate.isClosed = false
  const violation = await findViolation(options, simulated.app, {
    calls,
    all: run.all,
    failures: run.failures,
  })
  await simulated.resetTime()
  if (!isDone) await run.crash()
  await gate.saved.restore()
  await simulated.stop()
  const { keys, failures, timers, story } = run
  return { keys, failures, callers, timers, story: String(story), violation, isCold: gate.isCold }
}

class OneRun {
  readonly keys: string[] = []
  readonly failures: string[] = []
  readonly story = new Story()
  readonly callers: readonly Caller[]
  readonly timers: Caller[] = []
  readonly #gate: OperationGate
  readonly #simulated: SimulatedApp
  readonly #side: SideConnection

  constructor(
    callers: readonly Caller[],
    gate: OperationGate,
    simulated: SimulatedApp,
    side: SideConnection,
  ) {
    this.callers = callers
    this.#gate = gate
    this.#simulated = simulated
    this.#side = side
  }

  /** Takes steps until all calls have ended. Returns false if one of them never does. */
  async takeAll(choose: Chooser, failures: NonNullable<SimulateOptions["failures"]>): Promise<boolean> {
    for (;;) {
      await settle(this.all, this.#gate, this.#side)
      this.#tell()
      const steps = stepsOf(this.all, this.#gate.held, failures)
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
    const waiting = this.all.filter(({ isLive, requests }) => isLive && requests.size === 0)
    this.#simulated.crash()
    this.#gate.clear()
    for (const caller of waiting) caller.end(undefined, new Error("the application has crashed"))
    await this.#side.cutAll()
    this.#gate.change()
  }

  /** The calls and the timed work. */
  get all(): readonly Caller[] {
    return [...this.callers, ...this.timers]
  }

  get #isOver(): boolean {
    return this.#gate.held.length === 0 && this.all.every(({ isLive }) => !isLive)
  }

  /** Whether something happens although no step is possible: a timer ends. */
  async #goesOn(): Promise<boolean> {
    const { version } = this.#gate
    await nextChange(this.#gate, stuckAfter)
    return this.#gate.version !== version
  }

  async #take({ key, caller, held, failure }: Step): Promise<void> {
    if (failure === undefined) return this.#move(caller!, held)
    if (failure === "clock") {
      await this.#simulated.advance(Number(key.split(" ")[1]))
      return this.#addTimers()
    }
    if (failure === "clientGone") return [...caller!.requests][0]!.leave()
    if (failure === "crash") {
      await this.crash()
      return this.#simulated.restart()
    }
    const { operation } = held!
    if (operation.cut !== undefined) await this.#side.cut(operation.cut)
    held!.end(operation.lost!())
  }

  /** Timers that are due now begin as calls do, at any time. */
  #addTimers(): void {
    for (const { name } of this.#simulated.timed) {
      const run = () => this.#simulated.timed.find((one) => one.name === name)?.run()
      const letter = String.fromCodePoint(97 + this.timers.length)
      this.timers.push(new Caller((this.all.at(-1)?.index ?? -1) + 1, `timer of ${name}`, run, letter))
    }
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
    for (const caller of this.all) this.story.problems(caller)
    for (const caller of this.all.filter(({ outcome, isTold }) => outcome !== undefined && !isTold)) {
      caller.isTold = true
      this.story.outcome(caller)
    }
  }
}
