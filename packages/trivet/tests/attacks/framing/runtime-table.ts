import type { AttackedProcess } from "../attacked-process.ts"
import type { FramingCase } from "./framing-case.ts"
import { framingCases } from "./framing-cases.ts"
import { harmOf, play } from "./play.ts"

/** A runtime whose own server reads HTTP, before the application sees anything of it. */
export type FetchRuntime = "Bun" | "Deno"

/** One row of the table of what a runtime does differently: number, what is tried, what must happen, what happens. */
export type Row = readonly [line: string, tried: string, must: string, does: string]

/** Plays every attack and gives what was not held off, attacks with one outcome in one row. */
export async function differencesOf(attacked: AttackedProcess): Promise<readonly Row[]> {
  const rows = new Map<string, { one: FramingCase; names: string[]; does: string }>()
  for (const one of framingCases) {
    const played = await play(attacked, one, 400)
    await attacked.unharmed(played.text)
    const does = harmOf(one, played).join(", ")
    // The runtime closes at once: whether its reply arrives is a matter of chance.
    if (does === "" || (one.large === true && played.status !== 200)) continue
    const key = [one.line, mustOf(one), does].join("|")
    const row = rows.get(key) ?? { one, names: [], does }
    row.names.push(one.name)
    rows.set(key, row)
  }
  return [...rows.values()].map(({ one, names, does }) => [
    String(one.line),
    cell(names.join("; ")),
    mustOf(one),
    does,
  ])
}

function mustOf({ statuses = [], closes }: FramingCase): string {
  const replies = statuses.join(" or ")
  return [...(replies === "" ? [] : [replies]), ...(closes ? ["close"] : [])].join(", ")
}

/** The rows of a runtime's table in a page. */
export function rowsOf(page: string, runtime: FetchRuntime): readonly Row[] {
  const lines = between(page, runtime).split("\n").slice(2)
  return lines.map((line) => {
    const cells = line.slice(1, -1).split(/(?<!\\)\|/)
    return cells.map((text) => text.trim()) as unknown as Row
  })
}

/** A page with other rows in a runtime's table. */
export function withRows(page: string, runtime: FetchRuntime, rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${row.join(" | ")} |`)
  const head = [`| no. | what is tried | must happen | on ${runtime} |`, "| --- | --- | --- | --- |"]
  return page.replace(between(page, runtime), [...head, ...lines].join("\n"))
}

const end = "\n\n<!-- end -->"

function between(page: string, runtime: FetchRuntime): string {
  const begin = `<!-- what ${runtime} does differently -->\n\n`
  const from = page.indexOf(begin) + begin.length
  return page.slice(from, page.indexOf(end, from))
}

/** Text that a table may hold. */
function cell(text: string): string {
  return text.replaceAll(/[\\|*_<>[\]`]/g, "\\$&")
}
