import type { Run } from "./runs-of.ts"
import type { Stretch, WaterfallRow } from "./waterfall-row.ts"

/**
 * The time in which no operation ran: in the handler and its middlewares, and after the reply was made. Gaps below 1 ms
 * and 2 % of the call are left out: they are the cost of each operation.
 */
export function findGaps(runs: readonly Run[], whole: number, answered: number): readonly WaterfallRow[] {
  const least = Math.max(1, whole / 50)
  const gaps: Stretch[] = []
  let covered = 0
  const add = (at: number, until: number) => {
    if (until - at >= least) gaps.push({ at, ms: until - at })
  }
  for (const { at, ms } of runs.toSorted((a, b) => a.at - b.at)) {
    addUntil(at)
    covered = Math.max(covered, at + ms)
  }
  addUntil(whole)
  return [
    gapRow(
      "handler",
      "code of the call, without an operation",
      gaps.filter(({ at }) => at < answered),
    ),
    gapRow(
      "reply",
      "sending the reply",
      gaps.filter(({ at }) => at >= answered),
    ),
  ].filter(({ stretches }) => stretches.length > 0)

  /** A gap that contains the reply is two. */
  function addUntil(until: number): void {
    if (covered < answered && answered < until) {
      add(covered, answered)
      covered = answered
    }
    add(covered, until)
  }
}

function gapRow(kind: string, text: string, stretches: readonly Stretch[]): WaterfallRow {
  return {
    kind,
    text,
    place: undefined,
    failed: undefined,
    isRunning: false,
    stretches,
    took: stretches.reduce((sum, { ms }) => sum + ms, 0),
    bytes: undefined,
    count: 0,
    parts: [],
  }
}
