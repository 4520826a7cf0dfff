import { bold } from "./colors.ts"
import { graphemesOf, widthOf } from "./text-width.ts"

/** The options of a table. */
export interface TableOptions {
  readonly columns: number | undefined
  readonly colors: boolean
}

const gap = 2

/** A table with a line of headings. If the terminal is too narrow, the widest columns are truncated with `…`. */
export function layOutTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
): string {
  // Not `Math.max(...rows)`, because many arguments would overflow the stack.
  const widths = headings.map((heading, at) =>
    rows.reduce((width, row) => Math.max(width, widthOf(row[at] ?? "")), widthOf(heading)),
  )
  fit(widths, options.columns)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => pad(cell, widths[at]!))
      .join(" ".repeat(gap))
      .trimEnd()
  const title = line(headings.map((heading) => heading.toUpperCase()))
  return [options.colors ? bold(title) : title, ...rows.map(line)].map((text) => `${text}\n`).join("")
}

function fit(widths: number[], columns: number | undefined): void {
  if (columns === undefined) return
  let over = widths.reduce((sum, width) => sum + width + gap, -gap) - columns
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest]! <= 8) return
    widths[widest]!--
    over--
  }
}

function pad(cell: string, width: number): string {
  const own = widthOf(cell)
  if (own <= width) return cell + " ".repeat(width - own)
  let cut = ""
  let room = width - 1
  for (const { segment } of graphemesOf(cell)) {
    room -= widthOf(segment)
    if (room < 0) break
    cut += segment
  }
  return `${cut}…`.padEnd(width)
}
