import { styleText } from "node:util"
import type { ShownCall } from "../dashboard/shown-call.ts"
import { failureText } from "../inspect/failure-text.ts"
import type { Report } from "../inspect/report.ts"
import type { RouteRow } from "../routes/route-row.ts"
import { layOutRoutes } from "../routes/route-table.ts"
import { callLine, durationOf } from "./call-line.ts"
import type { RouteChanges } from "./route-changes.ts"

type Format = Parameters<typeof styleText>[0]

/** What is printed once, when the program serves for the first time. */
export interface DevHeader {
  /** The address of the dashboard, which grants access to it; `undefined` if there is none. */
  readonly dashboard: string | undefined
  readonly facts: readonly string[]
  /** The keys and what they do; empty if keys are not read. */
  readonly keys: readonly (readonly [key: string, does: string])[]
}

/** The output of `trivet dev`. The program writes to the same terminal. */
export class DevScreen {
  readonly #out: NodeJS.WriteStream
  readonly #colors: boolean
  #timer: NodeJS.Timeout | undefined

  constructor(out: NodeJS.WriteStream, colors: boolean) {
    this.#out = out
    this.#colors = colors
  }

  /** Clears a terminal. The previous content is pushed up, so that it can still be scrolled to. */
  begin(name: string | undefined, entry: string): void {
    if (this.isTerminal) this.#out.write(`${"\n".repeat(Math.max(0, this.#out.rows - 1))}\u001b[H\u001b[J`)
    const title = name === undefined ? "" : `  ${name}`
    this.#print(`${this.#paint("bold", "trivet dev")}${title}${this.#paint("dim", `  ${entry}`)}`)
  }

  /** Whether the program's log is on the same terminal. */
  get isTerminal(): boolean {
    return this.#out.isTTY && process.env["TERM"] !== "dumb"
  }

  /** Prints addresses, facts and keys, between empty lines. */
  header({ dashboard, facts, keys }: DevHeader): void {
    const rows = [
      ...(dashboard === undefined ? [] : this.#labelled("dashboard", [dashboard])),
      ...this.#labelled("serves", facts),
      ...this.#labelled(
        "keys",
        keys.map(([key, does]) => `${key} ${does}`),
      ),
    ]
    this.#print("", ...rows, "")
  }

  /** Prints all routes. */
  routes(rows: readonly RouteRow[], outermost: readonly string[]): void {
    const columns = this.#out.isTTY ? this.#out.columns : undefined
    this.#print("", layOutRoutes(rows, { columns, colors: this.#colors, outermost }), "")
  }

  /**
   * Counts on a terminal the seconds of the start, until the program serves or has failed. The count stands at the beginning
   * of the line, with the cursor before it, and nothing else: a line of the program replaces it whole.
   */
  starting(): void {
    if (!this.isTerminal) return
    const began = performance.now()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => {
      const seconds = Math.floor((performance.now() - began) / 1000)
      if (seconds > 0) this.#out.write(`\u001b[K${this.#paint("dim", `${seconds} s`)}\r`)
    }, 500).unref()
  }

  /** Prints the changes of routes, if there are any. */
  changes({ added, removed, changed }: RouteChanges): void {
    const all = [...added, ...removed, ...changed.map(({ route }) => route)]
    const rows = [
      ...added.map((route) => `${this.#paint("green", "+")} ${this.#row(route, all)}`),
      ...removed.map((route) => `${this.#paint("red", "-")} ${this.#row({ ...route, where: "" }, all)}`),
      ...changed.map(
        ({ route, how }) => `${this.#paint("yellow", "~")} ${this.#row(route, all)}\n    ${how}`,
      ),
    ]
    if (rows.length > 0) this.#print(...rows)
  }

  /** Prints a call that has ended. */
  call(call: ShownCall, ids: boolean): void {
    this.#print(callLine(call, { colors: this.#colors, ids }))
  }

  /** Prints that the program serves. */
  ready(url: string, milliseconds: number): void {
    this.#started()
    const took = this.#paint("dim", `in ${durationOf(Math.round(milliseconds))}`)
    this.#print(`${this.#paint(["green", "bold"], "ready")}  ${this.#paint("bold", url)}  ${took}`)
  }

  /** Prints the address of the dashboard. */
  dashboard(url: string): void {
    this.#print(...this.#labelled("dashboard", [url]))
  }

  /** Prints that another program answers at this address. */
  other(url: string): void {
    this.#print(`${this.#paint("yellow", "note")}   another program answers at ${url}`)
  }

  /** Prints the changed files. */
  changed(files: readonly string[]): void {
    const shown = files.slice(0, 3).join(", ")
    const more = files.length > 3 ? ` and ${files.length - 3} more` : ""
    this.#print(`\n${this.#paint("cyan", "changed")}  ${shown}${more}`)
  }

  /** Prints why the program does not run. */
  failure(report: Extract<Report, { kind: "refused" | "broken" }>): void {
    this.#print(failureText(report, this.#colors))
  }

  /** Prints that the program does not run and will be started after a change. */
  waiting(why: string): void {
    this.#started()
    this.#print(this.#paint("dim", `${why}: waiting for a change`))
  }

  /** Prints that the program is being stopped. */
  stopping(): void {
    this.#started()
    this.#print(this.#paint("dim", this.#out.isTTY ? "\nstopping" : "stopping"))
  }

  /** A label and its parts, which are broken into lines only between parts. */
  #labelled(label: string, parts: readonly string[]): readonly string[] {
    const columns = this.#out.isTTY ? this.#out.columns : Infinity
    const lines: string[] = []
    for (const part of parts) {
      const last = lines.at(-1)
      if (last === undefined || labelWidth + `${last} · ${part}`.length > columns) lines.push(part)
      else lines[lines.length - 1] = `${last} · ${part}`
    }
    return lines.map((line, at) => `${this.#paint("dim", (at === 0 ? label : "").padEnd(labelWidth))}${line}`)
  }

  /** Method, path, handler, position. */
  #row(route: RouteRow, among: readonly RouteRow[]): string {
    const pad = (column: "method" | "path" | "handler") =>
      route[column].padEnd(Math.max(...among.map((one) => one[column].length)))
    const cells = [
      this.#paint("cyan", pad("method")),
      pad("path"),
      pad("handler"),
      this.#paint("dim", route.where),
    ]
    return cells.join("  ").trimEnd()
  }

  /** Ends the line that `starting()` writes. */
  #started(): void {
    clearInterval(this.#timer)
    if (this.#timer !== undefined) this.#out.write("\u001b[K")
    this.#timer = undefined
  }

  #paint(format: Format, text: string): string {
    return this.#colors ? styleText(format, text, { validateStream: false }) : text
  }

  #print(...lines: readonly string[]): void {
    if (this.#timer !== undefined) this.#out.write("\u001b[K")
    this.#out.write(`${lines.join("\n")}\n`)
  }
}

const labelWidth = "dashboard  ".length
