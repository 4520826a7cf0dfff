import { styleText } from "node:util"
import type { PrintOptions } from "trivet"

/** What `trivet g accounts` or another such command has done, or would do. Paths are relative to the package's folder. */
export interface FeatureReport {
  /** False for `--dry-run`. */
  readonly written: boolean
  readonly created: readonly string[]
  readonly edited: readonly { readonly file: string; readonly lines: readonly string[] }[]
  /** Changes that could not be made, because the file differs from the template. */
  readonly byHand: readonly { readonly file: string; readonly lines: readonly string[] }[]
  /** The commands to run next. */
  readonly next: readonly string[]
}

/** Prints the report. */
export function printFeatureReport(report: FeatureReport, { colors }: Pick<PrintOptions, "colors">): string {
  const paint = (format: "green" | "yellow" | "dim" | "bold", text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const { created, edited, byHand, next, written } = report
  const rows = [
    ...created.map((file) => `${paint("green", "create")}  ${file}`),
    ...edited.flatMap(({ file, lines }) => [
      `${paint("yellow", "edit")}    ${file}`,
      ...lines.map((line) => paint("dim", `        + ${line}`)),
    ]),
    ...byHand.flatMap(({ file, lines }) => [
      "",
      paint("bold", `${file} is not as the template made it. Add by hand:`),
      ...lines.map((line) => `  ${line}`),
    ]),
  ]
  const end = written
    ? ["", "Next:", ...next.map((line) => `  ${line}`)]
    : ["", "Nothing was written: --dry-run."]
  return `${[...rows, ...end].join("\n")}\n`
}
