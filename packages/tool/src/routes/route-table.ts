import { styleText } from "node:util"
import { type RouteRow, shownPlace } from "./route-row.ts"

/** How a table of routes is shown. */
export interface RouteTableOptions {
  /** The width of the terminal; `undefined` for no limit. */
  readonly columns: number | undefined
  readonly colors: boolean
  /** Whether to show all middlewares, what they provide, and the module too. */
  readonly wide?: boolean
  /** The middlewares of the application, which are named once. */
  readonly outermost: readonly string[]
}

type Format = "bold" | "cyan" | "dim" | undefined
type Paint = (format: Format, text: string) => string
/** The cells of one route, by heading. */
type Cells = Readonly<Record<string, string>>

const gap = "  "
const indent = " ".repeat(4)

/**
 * Routes as a table: one line each where that fits. In a narrower terminal a route takes several lines: nothing is cut,
 * because a path, a handler or a place that is cut can be neither read nor copied.
 */
export function layOutRoutes(
  rows: readonly RouteRow[],
  { columns = Infinity, colors, wide = false, outermost }: RouteTableOptions,
): string {
  if (rows.length === 0) return "(no routes)"
  const paint: Paint = (format, text) =>
    colors && format !== undefined ? styleText(format, text, { validateStream: false }) : text
  const cells = rows.map((row) => cellsOf(row, wide))
  const headings = Object.keys(cells[0]!).filter((name) => cells.some((one) => one[name] !== ""))
  const heading = Object.fromEntries(headings.map((name) => [name, name.toUpperCase()]))
  const all = [heading, ...cells]
  const widths = new Map(headings.map((name) => [name, Math.max(...all.map((one) => lengthOf(one[name]!)))]))
  const whole = headings.reduce((sum, name) => sum + widths.get(name)! + gap.length, -gap.length)
  const lines = all.flatMap((one, row) => {
    const format = (name: string) => (row === 0 ? "bold" : formatOf(name))
    const show: Show = (name, width) => ({
      length: Math.max(lengthOf(one[name]!), width ?? 0),
      text: paint(format(name), one[name]!) + spaces(one[name]!, width ?? 0),
    })
    return whole <= columns
      ? [joined(headings.map((name) => show(name, widths.get(name))))]
      : stacked(headings, widths, columns, show)
  })
  const shared = outermost.length === 0 ? [] : ["", ...sharedLines(outermost, columns)]
  return [...lines, ...shared.map((line) => paint("dim", line))].join("\n")
}

function cellsOf(row: RouteRow, wide: boolean): Cells {
  const { method, path, handler, guard, where, deprecated = "" } = row
  const more = wide && {
    middlewares: row.own.join(" → "),
    provides: row.provides.join(", "),
    module: row.module,
  }
  return {
    method,
    path,
    handler,
    guard: guard === "" ? "-" : guard,
    where: shownPlace(where),
    ...more,
    deprecated,
  }
}

/** A cell as it is printed, and its width without colors. */
interface Shown {
  readonly text: string
  readonly length: number
}
/** Shows the cell below a heading, padded to a width if one is given. */
type Show = (heading: string, width?: number) => Shown

function joined(cells: readonly Shown[]): string {
  return cells
    .map(({ text }) => text)
    .join(gap)
    .trimEnd()
}

/** A route in several lines. A cell that does not fit beside the one before it has a line of its own. */
function stacked(
  headings: readonly string[],
  widths: ReadonlyMap<string, number>,
  columns: number,
  show: Show,
): readonly string[] {
  const [method = 0, path = 0, guard = 0] = ["method", "path", "guard"].map((name) => widths.get(name) ?? 0)
  const pathWidth = method + path + guard + 2 * gap.length <= columns ? path : undefined
  const first = [show("method", method), show("path", pathWidth)]
  const rest = headings
    .filter((name) => !["method", "path", "guard"].includes(name))
    .map((name) => show(name))
  const lines: Shown[][] = [first]
  const add = (cell: Shown, isNew: boolean) => {
    if (cell.length === 0) return
    const line = lines.at(-1)!
    const start = lines.length === 1 ? 0 : indent.length
    const length = line.reduce((sum, one) => sum + one.length + gap.length, start) + cell.length
    if (isNew || length > columns) lines.push([cell])
    else line.push(cell)
  }
  add(show("guard"), false)
  for (const [at, cell] of rest.entries()) add(cell, at === 0)
  return lines.map((line, at) => (at === 0 ? "" : indent) + joined(line))
}

/** Breaks between names only. */
function sharedLines(names: readonly string[], columns: number): readonly string[] {
  const lines: string[] = []
  let line = "middlewares of the application:"
  for (const [at, name] of names.entries()) {
    const part = at === names.length - 1 ? name : `${name} →`
    if (lengthOf(line) + 1 + lengthOf(part) > columns) {
      lines.push(line)
      line = `${indent}${part}`
    } else line += ` ${part}`
  }
  return [...lines, line]
}

function formatOf(heading: string): Format {
  if (heading === "method") return "cyan"
  return heading === "path" || heading === "handler" ? undefined : "dim"
}

function spaces(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - lengthOf(text)))
}

/** The number of characters: a path may contain some that take two units. */
function lengthOf(text: string): number {
  return Array.from(text).length
}
