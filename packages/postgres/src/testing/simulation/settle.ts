import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises"
import type { Caller } from "./caller.ts"
import type { OperationGate } from "./operation-gate.ts"
import type { SideConnection } from "./side-connection.ts"

/** Milliseconds after which a call without a statement counts as waiting for something in this process. */
const dormantAfter = 100

/** Milliseconds after which PostgreSQL is asked why a statement is not answered. */
const askAfter = 1

/**
 * Waits until nothing happens without another step: every call has a held statement or reply, waits for a lock, for something
 * in this process, or has ended.
 */
export async function settle(
  callers: readonly Caller[],
  gate: OperationGate,
  side: SideConnection,
): Promise<void> {
  let version = -1
  let since = 0
  let waiting = 0
  for (;;) {
    await turn()
    const now = performance.now()
    if (gate.version !== version) {
      version = gate.version
      since = now
      waiting = 0
      continue
    }
    const running = gate.held.filter(({ state }) => state === "runs").length
    if (waiting >= running) {
      const busy = callers.filter((caller) => isBusy(caller, gate))
      if (busy.length === 0) return
      if (now - since > dormantAfter)
        for (const caller of busy.filter(({ elsewhere }) => elsewhere === 0)) caller.isDormant = true
    } else if (now - since >= askAfter) {
      waiting = await side.countWaiting(() => (gate.hasDeadlock = true))
      if (waiting < running) await nextChange(gate, askAfter)
      continue
    }
    await nextChange(gate, askAfter)
  }
}

/** Whether a call may still begin a statement or end by itself. */
function isBusy(caller: Caller, { held }: OperationGate): boolean {
  return caller.isLive && !caller.isDormant && !held.some((one) => one.caller === caller)
}

/** Waits for a change, but no longer than some milliseconds. */
export async function nextChange(gate: OperationGate, milliseconds: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([
    gate.changed,
    sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined),
  ])
  timer.abort()
}
