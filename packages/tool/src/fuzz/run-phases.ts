import { PublicError } from "trivet"
import type { AccessSetup } from "trivet/testing"
import { messageOf, openAccess } from "./access.ts"
import type { Field } from "./call/session.ts"
import { Wire } from "./call/wire.ts"
import type { FuzzReport } from "./report/finding.ts"
import { Findings } from "./report/findings.ts"
import type { FuzzTarget } from "./target/fuzz-target.ts"
import { Learner } from "./learn.ts"
import type { Phase } from "./phase.ts"
import { accessCells } from "./phases/access-cells.ts"
import { droppedClients } from "./phases/dropped-clients.ts"
import { guardedRoutes } from "./phases/guarded-routes.ts"
import { hostileInputs } from "./phases/hostile-inputs.ts"
import { leaks } from "./phases/leaks.ts"
import { memoryGrowth } from "./phases/memory-growth.ts"
import { randomCalls } from "./phases/random-calls.ts"
import { rollingRestart, timeToReplace } from "./phases/rolling-restart.ts"
import { unboundedLists } from "./phases/unbounded-lists.ts"
import { within } from "./within.ts"

/** All phases, in order. Time that one does not use is available to the next ones. */
export const phases: readonly Phase[] = [
  guardedRoutes,
  accessCells,
  leaks,
  hostileInputs,
  droppedClients,
  unboundedLists,
  randomCalls,
  memoryGrowth,
  rollingRestart,
]

/** Options of a run. */
export interface RunOptions {
  readonly seed: number
  readonly seconds: number
  readonly setup: AccessSetup | undefined
  /** Only these phases. */
  readonly only?: readonly string[]
  /** The program that a saved test starts; `undefined` for an application in this process. */
  readonly entry: string | undefined
  readonly signal?: AbortSignal
  /** Called when a phase begins. */
  readonly begins?: (phase: BegunPhase) => void
}

/** A phase that begins. */
export interface BegunPhase {
  readonly name: string
  /** Which one it is of how many, from 1. */
  readonly at: number
  readonly of: number
  /** The number of calls that were sent until now. */
  readonly sent: () => number
}

/** Milliseconds after the end for reproducing a last problem. */
const grace = 5_000

const tooLate = "the time was over"

/** Opens the state that all calls to a target share. */
export async function openField(
  target: FuzzTarget,
  setup: AccessSetup | undefined,
  end: number,
): Promise<Field> {
  const opened = await openAccess(setup, target, end)
  let reviving: Promise<void> | undefined
  const revive = async () => {
    if (target.ended() === undefined && reviving === undefined) return
    reviving ??= (target.restart?.() ?? Promise.resolve()).finally(() => (reviving = undefined))
    await reviving
  }
  return {
    target,
    wire: new Wire(target.port),
    ...opened,
    openOthers: () => openAccess(setup, target, end),
    hung: new Set(),
    ended: new Map(),
    recent: [],
    revive,
  }
}

/** The phases with these names, in order; all if none is given. */
export function phasesNamed(names: readonly string[] | undefined): readonly Phase[] {
  const unknown = names?.filter((name) => !phases.some((phase) => phase.name === name)) ?? []
  if (unknown.length === 0) return phases.filter(({ name }) => names?.includes(name) ?? true)
  const known = phases.map(({ name }) => name).join(", ")
  throw new PublicError(400, `there is no phase "${unknown[0]}". The phases are: ${known}`)
}

/**
 * Fuzzes an application, phase by phase. It ends at the latest a few seconds after the given time, in which a last
 * problem is reproduced. An error in the access file or in a phase becomes `failure` of the report.
 */
export async function runPhases(target: FuzzTarget, options: RunOptions): Promise<FuzzReport> {
  const began = performance.now()
  const { seed, seconds } = options
  const chosen = phasesNamed(options.only)
  const end = began + seconds * 1000
  const field = await openField(target, options.setup, end)
  const findings = new Findings(field, seed, options.entry)
  const failures: string[] = []
  // Without callers most of an application is inaccessible, so a run without findings would be meaningless.
  if ("failure" in field)
    failures.push(
      `the callers cannot be set up, so nothing that needs one was tried: ${messageOf(field.failure)}`,
    )
  const done: FuzzReport["phases"][number][] = []
  try {
    const knowledge = await within(new Learner(field, seed).learn(), end, undefined)
    const learned = performance.now()
    // If the run is too short to replace the program, the other phases get all of its time.
    const replacing = 1.5 * timeToReplace(target)
    const last = replacing > (end - learned) / 2 ? end : end - replacing
    for (const { problem, step } of knowledge?.problems ?? [])
      await within(
        findings.report(problem, { exchanges: knowledge!.session.exchanges.slice(0, step + 1) }, end),
        end + grace,
        undefined,
      )
    for (const [at, phase] of chosen.entries()) {
      if (options.signal?.aborted === true) break
      const started = performance.now()
      const sent = field.wire.sent
      options.begins?.({ name: phase.name, at: at + 1, of: chosen.length, sent: () => field.wire.sent })
      const note =
        knowledge === undefined || started > end
          ? tooLate
          : await within(
              phase.run({
                field,
                knowledge,
                seed,
                deadline: deadlineOf(chosen, at, learned, last),
                end,
                report: (problem, shown) => findings.report(problem, shown, end + grace),
                isNew: (problem) => findings.isNew(problem),
              }),
              end + (phase.grace ?? grace),
              tooLate,
            ).catch((error: unknown) => {
              failures.push(`${phase.name}: ${messageOf(error)}`)
              return "failed"
            })
      const took = Math.round((performance.now() - started) / 100) / 10
      done.push({
        name: phase.name,
        seconds: took,
        calls: field.wire.sent - sent,
        ...(note !== undefined && { note }),
      })
    }
  } finally {
    field.wire.close()
  }
  return {
    seed,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    calls: field.wire.sent,
    routes: target.routes.length,
    phases: done,
    findings: findings.list(),
    ...(failures.length > 0 && { failure: [...new Set(failures)].join("\n") }),
  }
}

/** For callers that only look at the findings: throws if the run failed without findings. */
export function completed(report: FuzzReport): FuzzReport {
  if (report.failure === undefined || report.findings.length > 0) return report
  throw new PublicError(422, report.failure)
}

/** The deadline of a phase: its share of the time, plus what earlier phases did not use. */
function deadlineOf(chosen: readonly Phase[], at: number, began: number, end: number): number {
  const sum = (list: readonly Phase[]) => list.reduce((all, { share }) => all + share, 0)
  return began + (end - began) * (sum(chosen.slice(0, at + 1)) / sum(chosen))
}
