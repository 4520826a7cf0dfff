import type { ShownCall } from "../shown-call.ts"
import { findGaps } from "./find-gaps.ts"
import { findNotes } from "./find-notes.ts"
import { type Run, runsOf } from "./runs-of.ts"
import { ticksOf } from "./ticks-of.ts"
import type { WaterfallNote, WaterfallRow } from "./waterfall-row.ts"

/** What a call did, and when. */
export interface Waterfall {
  /** The width of the drawing, in milliseconds. */
  readonly whole: number
  readonly ticks: readonly number[]
  readonly rows: readonly WaterfallRow[]
  /** What to look at first: repeated statements, slow ones, long waits. */
  readonly notes: readonly WaterfallNote[]
}

/** The waterfall of a call. Equal operations are one row, and so are all of a package of the framework. */
export function waterfallOf(call: Pick<ShownCall, "operations" | "ms" | "answered">): Waterfall {
  const whole = Math.max(
    call.ms ?? 0,
    call.answered ?? 0,
    ...call.operations.map(({ at, ms }) => at + (ms ?? 0)),
    0.001,
  )
  const runs = runsOf(call.operations, whole)
  const own = groupEqual(runs.filter((run) => !isFolded(run)))
  const packages = [...Map.groupBy(runs.filter(isFolded), ({ by }) => by!)].map(([by, some]) =>
    packageRow(by, some),
  )
  const gaps = findGaps(runs, whole, call.ms === undefined ? whole : (call.answered ?? whole))
  const rows = [...own, ...packages, ...gaps].toSorted((a, b) => a.stretches[0]!.at - b.stretches[0]!.at)
  return { whole, ticks: ticksOf(whole), rows, notes: findNotes(rows, whole) }
}

/** A hash, a wait or a file is short to read, and is often what takes the time. */
const unfolded: ReadonlySet<string> = new Set(["hash", "pool", "file"])

function isFolded({ kind, by }: Run): boolean {
  return by !== undefined && !unfolded.has(kind)
}

function packageRow(by: string, runs: readonly Run[]): WaterfallRow {
  const parts = groupEqual(runs)
  const names = [...new Set(parts.map(({ text }) => text.split(/\s/, 1)[0]!.toLowerCase()))]
  return { ...rowOf("framework", `${by}: ${names.slice(0, 6).join(", ")}`, runs), parts }
}

/** Equal statements from the same line. */
function groupEqual(runs: readonly Run[]): readonly WaterfallRow[] {
  const groups = Map.groupBy(runs, ({ kind, text, place }) => JSON.stringify([kind, text, place]))
  return [...groups.values()].map((some) => rowOf(some[0]!.kind, some[0]!.text, some))
}

function rowOf(kind: string, text: string, runs: readonly Run[]): WaterfallRow {
  return {
    kind,
    text,
    place: runs.find(({ place }) => place !== undefined)?.place,
    failed: runs.find(({ failed }) => failed !== undefined)?.failed,
    isRunning: runs.some(({ isRunning }) => isRunning),
    stretches: runs.map(({ at, ms }) => ({ at, ms })),
    took: runs.reduce((sum, { ms }) => sum + ms, 0),
    bytes: bytesOf(runs),
    count: runs.length,
    parts: [],
  }
}

function bytesOf(runs: readonly Run[]): number | undefined {
  const known = runs.flatMap(({ bytes }) => bytes ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}
