import type { WaterfallNote, WaterfallRow } from "./waterfall-row.ts"

/** How often the same statement may run in a call before it is noted. */
const fewTimes = 3
/** Milliseconds from which something is noted as slow. */
const slow = 100

const nouns: Readonly<Record<string, string>> = { sql: "statement", redis: "command", file: "transfer" }
/** Hashes are slow on purpose. A row of the framework is noted by its parts. */
const unnoted: ReadonlySet<string> = new Set(["hash", "framework", "handler", "reply", "pool"])

/** What repeats is wrong under any load; time in the handler says the least. */
const ranks: readonly string[] = ["repeated", "slow", "pool", "handler"]

/** What makes a call slow, the plainest first, and then the most expensive. */
export function findNotes(rows: readonly WaterfallRow[], whole: number): readonly WaterfallNote[] {
  const noted = [...rows, ...rows.flatMap(({ parts }) => parts)].flatMap((row) => {
    const isOwn = rows.includes(row)
    const note = noteOf(row, whole, isOwn)
    return note === undefined ? [] : [{ note, rank: rankOf(row, isOwn), took: row.took }]
  })
  return noted.toSorted((a, b) => a.rank - b.rank || b.took - a.took).map(({ note }) => note)
}

/** Whether one operation could do the work of all. Several files are several transfers. */
function isRepeated({ kind, count }: WaterfallRow, isOwn: boolean): boolean {
  return isOwn && count > fewTimes && kind !== "file"
}

function rankOf(row: WaterfallRow, isOwn: boolean): number {
  const { kind } = row
  if (ranks.includes(kind)) return ranks.indexOf(kind)
  return ranks.indexOf(isRepeated(row, isOwn) ? "repeated" : "slow")
}

function noteOf(row: WaterfallRow, whole: number, isOwn: boolean): WaterfallNote | undefined {
  const { kind, text, place, took, count } = row
  const noun = nouns[kind] ?? "operation"
  const longest = Math.max(...row.stretches.map(({ ms }) => ms))
  const of = `${shown(longest)} of ${shown(whole)} ms`
  if (kind === "handler" && took >= slow)
    return {
      short: `${shown(took)} ms in the handler`,
      text: `${shown(took)} of ${shown(whole)} ms passed in the handler or a middleware, without an operation that Trivet sees.`,
      place,
    }
  if (kind === "pool" && longest >= slow)
    return {
      short: `waited ${shown(longest)} ms for a connection`,
      text: `A statement waited ${of} for a database connection: all were in use.`,
      place,
    }
  if (unnoted.has(kind)) return undefined
  if (isRepeated(row, isOwn))
    return {
      short: `${count} × the same ${noun}`,
      text: `The same ${noun} ran ${count} times and took ${shown(took)} ms. Ask once for all rows: ${excerpt(text)}`,
      place,
    }
  if (longest >= slow)
    return {
      short: `slow ${noun}, ${shown(longest)} ms`,
      text: `This ${noun} took ${of}: ${excerpt(text)}`,
      place,
    }
  return undefined
}

function shown(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms))
}

function excerpt(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
