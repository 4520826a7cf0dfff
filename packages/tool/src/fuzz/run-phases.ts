import { PublicError } from "trivet"
import type { AccessSetup } from "trivet/testing"
import { openAccess } from "./access.ts"
import type { Field } from "./call/session.ts"
import { Wire } from "./call/wire.ts"
import type { FuzzReport } from "./finding.ts"
import { Findings } from "./findings.ts"
import type { FuzzTarget } from "./fuzz-target.ts"
import { Learner } from "./learn.ts"
import type { Phase } from "./phase.ts"
import { accessCells } from "./phases/access-cells.ts"
import { droppedClients } from "./phases/dropped-clients.ts"
import { guardedRoutes } from "./phases/guarded-routes.ts"
import { hostileInputs } from "./phases/hostile-inputs.ts"
import { memoryGrowth } from "./phases/memory-growth.ts"
import { randomCalls } from "./phases/random-calls.ts"
import { rollingRestart } from "./phases/rolling-restart.ts"
import { unboundedLists } from "./phases/unbounded-lists.ts"

/** All phases, in their order. What one leaves of its time, the next ones have. */
export const phases: readonly Phase[] = [
  guardedRoutes,
  accessCells,
  hostileInputs,
  droppedClients,
  unboundedLists,
  randomCalls,
  memoryGrowth,
  rollingRestart,
]

/** How an application is tried out. */
export interface RunOptions {
  readonly seed: number
  readonly seconds: number
  readonly setup: AccessSetup | undefined
  /** Only these phases. */
  readonly only?: readonly string[]
  /** The program that a saved test starts; `undefined` for an application of this process. */
  readonly entry: string | undefined
  /** Called several times a second with the part of the time that is over, from 0 to 1. */
  readonly onProgress?: (share: number, phase: string) => void
  readonly signal?: AbortSignal
}

/** Opens what all calls to a target share. */
export async function openField(target: FuzzTarget, setup: AccessSetup | undefined): Promise<Field> {
  const opened = await openAccess(setup, target.port)
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
    hung: new Set(),
    ended: new Map(),
    recent: [],
    revive,
  }
}

/** Tries out an application, phase by phase, within the time. */
export async function runPhases(target: FuzzTarget, options: RunOptions): Promise<FuzzReport> {
  const began = performance.now()
  const { seed, seconds, only, onProgress } = options
  const field = await openField(target, options.setup)
  const findings = new Findings(field, seed, options.entry)
  const end = began + seconds * 1000
  let current = "learning"
  const ticker = setInterval(
    () => onProgress?.(Math.min(1, (performance.now() - began) / (end - began)), current),
    100,
  )
  const done: FuzzReport["phases"][number][] = []
  try {
    const knowledge = await new Learner(field, seed).learn()
    const learned = performance.now()
    for (const { problem, step } of knowledge.problems)
      await findings.report(problem, { exchanges: knowledge.session.exchanges.slice(0, step + 1) }, end)
    const chosen = phases.filter(({ name }) => only === undefined || only.includes(name))
    for (const [at, phase] of chosen.entries()) {
      if (options.signal?.aborted === true) break
      current = phase.name
      const started = performance.now()
      const sent = field.wire.sent
      const deadline = deadlineOf(chosen, at, learned, end)
      const note = await phase.run({
        field,
        knowledge,
        seed,
        deadline,
        end,
        report: (problem, shown) => findings.report(problem, shown, end + 5_000),
        isNew: (problem) => findings.isNew(problem),
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
    clearInterval(ticker)
    field.wire.close()
  }
  if ("failure" in field && findings.list().length === 0) throw setupFailed(field.failure)
  return {
    seed,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    calls: field.wire.sent,
    routes: target.routes.length,
    phases: done,
    findings: findings.list(),
  }
}

/** Without callers most of an application is closed: a run that found nothing says nothing. */
function setupFailed(failure: unknown): PublicError {
  const text = failure instanceof Error ? failure.message : String(failure)
  return new PublicError(422, `the callers cannot be set up, so nothing that needs one was tried: ${text}`, {
    cause: failure,
  })
}

/** When a phase must be done: its share is over, and what those before it have left. */
function deadlineOf(chosen: readonly Phase[], at: number, began: number, end: number): number {
  const sum = (list: readonly Phase[]) => list.reduce((all, { share }) => all + share, 0)
  return began + (end - began) * (sum(chosen.slice(0, at + 1)) / sum(chosen))
}
