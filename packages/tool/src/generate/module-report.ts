import { styleText } from "node:util"
import type { PrintOptions } from "trivet"

/** What `trivet g module` has done, or would do. Paths are relative to the working folder. */
export interface ModuleReport {
  readonly name: string
  readonly type: string
  /** False for `--dry-run`. */
  readonly written: boolean
  readonly created: readonly string[]
  readonly parent: {
    readonly file: string
    readonly outcome: "edited" | "present" | "by hand"
    /** The lines that were added, or must be added by hand. */
    readonly lines: readonly string[]
    /** Why it was not edited. */
    readonly reason?: string
  }
  /** Further information and next steps. */
  readonly notes: readonly string[]
}

/** Prints the report. */
export function printModuleReport(report: ModuleReport, { colors }: Pick<PrintOptions, "colors">): string {
  const paint = (format: "green" | "yellow" | "dim" | "bold", text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const { created, parent, notes, written } = report
  const rows = [
    ...created.map((file) => `${paint("green", "create")}  ${file}`),
    ...(parent.outcome === "edited" ? [`${paint("yellow", "edit")}    ${parent.file}`] : []),
    ...(parent.outcome === "edited" ? parent.lines.map((line) => paint("dim", `        + ${line}`)) : []),
  ]
  const byHand =
    parent.outcome === "by hand"
      ? [
          "",
          paint("bold", `${parent.file} was left as it is: ${parent.reason}. Add by hand:`),
          ...parent.lines.map((line) => `  ${line}`),
        ]
      : []
  const dry = written ? [] : ["", "Nothing was written: --dry-run."]
  return `${[...rows, ...byHand, ...(notes.length > 0 ? ["", ...notes] : []), ...dry].join("\n")}\n`
}
