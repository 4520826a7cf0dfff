import { layOutTable } from "./table.ts"
import { printable } from "./printable.ts"

/** How values are printed. */
export interface RenderOptions {
  readonly json: boolean
  /** The width of the terminal; `undefined` if it is not a terminal, and then nothing is truncated. */
  readonly columns: number | undefined
  readonly colors: boolean
}

/** A value as text for a terminal, with a final line break; `""` for `undefined`. */
export function render(value: unknown, options: RenderOptions): string {
  if (value === undefined) return ""
  if (options.json) return `${JSON.stringify(value, undefined, 2)}\n`
  if (typeof value === "string") return value === "" || value.endsWith("\n") ? value : `${value}\n`
  if (Array.isArray(value)) return renderList(value, options)
  return isRecord(value) ? renderFields(value) : `${cellOf(value)}\n`
}

function renderList(values: readonly unknown[], options: RenderOptions): string {
  if (values.length === 0) return "(none)\n"
  if (!values.every(isRecord)) return values.map((value) => `${cellOf(value)}\n`).join("")
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  return layOutTable(
    names.map(printable),
    values.map((value) => names.map((name) => cellOf(value[name]))),
    options,
  )
}

function renderFields(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value)
  const width = Math.max(0, ...names.map((name) => name.length))
  return names
    .map((name) => `${printable(name).padEnd(width)}  ${cellOf(value[name])}`.trimEnd() + "\n")
    .join("")
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ""
  if (typeof value === "string") return printable(value)
  // An invalid date has no ISO form.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString()
  if (typeof value === "function" || typeof value === "symbol") return printable(value.toString())
  return printable(JSON.stringify(value))
}
