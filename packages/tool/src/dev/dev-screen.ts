import { styleText } from "node:util"
import { describeFinding, type Finding } from "../check/finding.ts"
import type { DevRoute } from "./dev-message.ts"
import type { RouteChanges } from "./route-changes.ts"

type Format = Parameters<typeof styleText>[0]

/** The output of `trivet dev`. The program writes to the same terminal. */
export class DevScreen {
  readonly #out: NodeJS.WriteStream
  readonly #colors: boolean

  constructor(out: NodeJS.WriteStream, colors: boolean) {
    this.#out = out
    this.#colors = colors
  }

  /** Clears a terminal. The previous content is pushed up, so that it can still be scrolled to. */
  begin(entry: string, watched: string): void {
    if (this.#out.isTTY) this.#out.write(`${"\n".repeat(Math.max(0, this.#out.rows - 1))}\u001b[H\u001b[J`)
    this.#print(
      `${this.#paint("bold", "trivet dev")}  ${entry}${this.#paint("dim", `, watching ${watched}`)}\n`,
    )
  }

  /** Prints all routes. */
  routes(routes: readonly DevRoute[]): void {
    const rows = routes.map((route) => this.#row(route, routes))
    this.#print(rows.length === 0 ? "no routes" : rows.join("\n"), "")
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

  /** Prints that the program serves. */
  ready(url: string, milliseconds: number): void {
    const took = this.#paint("dim", `in ${Math.round(milliseconds)} ms`)
    this.#print(`${this.#paint(["green", "bold"], "ready")}  ${this.#paint("bold", url)}  ${took}`)
  }

  /** Prints the address of the dashboard, which grants access to it. */
  dashboard(url: string): void {
    this.#print(`${this.#paint("dim", "dashboard")}  ${url}`)
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
  findings(findings: readonly Finding[]): void {
    const head = (text: string) => text.replace(/^\w+ \w+/, (title) => this.#paint(["red", "bold"], title))
    this.#print(findings.map((finding) => head(describeFinding(finding))).join("\n\n"))
  }

  /** Prints an error of the program itself. */
  error(title: string, frames: readonly string[]): void {
    this.#print(
      `${this.#paint(["red", "bold"], "error")}  ${title}`,
      ...frames.map((frame) => `  at ${frame}`),
    )
  }

  /** Prints that the program does not run and will be started after a change. */
  waiting(why: string): void {
    this.#print(this.#paint("dim", `${why}: waiting for a change`))
  }

  /** Prints that the program is being stopped. */
  stopping(): void {
    // After the `^C` that the terminal shows.
    this.#print(this.#paint("dim", this.#out.isTTY ? "\nstopping" : "stopping"))
  }

  /** Method, path, handler, position. If the row is too wide, the handler is omitted: the position leads to it. */
  #row(route: DevRoute, among: readonly DevRoute[]): string {
    const pad = (column: "method" | "path" | "handler") =>
      route[column].padEnd(Math.max(...among.map((one) => one[column].length)))
    const widest = (cells: readonly (keyof DevRoute)[]) =>
      cells.reduce((sum, cell) => sum + 2 + Math.max(...among.map((one) => String(one[cell]).length)), 0)
    const columns = this.#out.isTTY ? this.#out.columns : Infinity
    const handler = widest(["method", "path", "handler", "where"]) > columns ? [] : [pad("handler")]
    const cells = [
      this.#paint("cyan", pad("method")),
      pad("path"),
      ...handler,
      this.#paint("dim", route.where),
    ]
    return cells.join("  ").trimEnd()
  }

  #paint(format: Format, text: string): string {
    return this.#colors ? styleText(format, text, { validateStream: false }) : text
  }

  #print(...lines: readonly string[]): void {
    this.#out.write(`${lines.join("\n")}\n`)
  }
}
