import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { median, quantile } from "./figures.ts"
import { measuredCommit } from "./measured-commit.ts"
import { type Figure, findResult, type MeasuredCase, type Result, resultFolder } from "./result.ts"

/** A measured case, without what all cases of a run have in common. */
export type NewCase = Pick<MeasuredCase, "name" | "title" | "measures">

/** A run of a bench. */
export interface Run {
  /** The script of package.json, such as `bench:http`. */
  readonly script: string
  /** Its arguments. */
  readonly args: readonly string[]
  readonly versions: Readonly<Record<string, string>>
}

/**
 * Writes `bench/results/<name>.json`. Cases that this run did not measure stay as they are, with the command, the
 * date and the commit of their own run.
 */
export function saveResult(
  name: string,
  run: Run,
  cases: readonly NewCase[],
  folder: string = resultFolder,
): void {
  const args = run.args.filter((arg) => arg !== "--save")
  const commit = measuredCommit()
  const made = cases.map((one): MeasuredCase => ({
    name: one.name,
    title: one.title,
    command: `npm run ${run.script}${args.length === 0 ? "" : ` -- ${args.join(" ")}`}`,
    date: new Date().toISOString().slice(0, 10),
    ...(commit !== undefined && { commit }),
    system: `${availableParallelism()} cores, ${process.platform} ${process.arch}`,
    versions: run.versions,
    measures: one.measures,
  }))
  const before = findResult(name, folder)?.cases ?? []
  const kept = before.map((old) => made.find((one) => one.name === old.name) ?? old)
  const added = made.filter((one) => !before.some((old) => old.name === one.name))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), resultText({ name, cases: [...kept, ...added] }))
  console.log(`\nSaved as bench/results/${name}.json; node bench/plots.ts --write draws it.`)
}

/** A number with as many digits after the point as the bench prints. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** The median of the values and their middle half. */
export function figureOf(name: string, values: readonly number[], digits: number): Figure {
  return {
    name,
    middle: rounded(median(values), digits),
    low: rounded(quantile(values, 0.25), digits),
    high: rounded(quantile(values, 0.75), digits),
  }
}

/** The versions of what a bench compares: `node`, and installed packages by their names. */
export function versionsOf(...names: readonly string[]): Record<string, string> {
  const folder = join(import.meta.dirname, "../node_modules")
  const versionOf = (name: string) =>
    name === "node"
      ? process.versions.node
      : (JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")) as { version: string }).version
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]))
}

/** A result as the formatter leaves it: a figure is one line. */
export function resultText(result: Result): string {
  return `${textOf(result, "")}\n`
}

function textOf(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((one) => inner + textOf(one, inner)).join(",\n")}\n${indent}]`
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${textOf(one, inner)}`)
  const line = entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`
  const fits = !line.includes("\n") && indent.length + line.length < 100
  return fits ? line : `{\n${entries.map((entry) => inner + entry).join(",\n")}\n${indent}}`
}
