import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** One row of a measure. What could not be measured has `missing`, the reason, in place of `middle`. */
export interface Figure {
  readonly name: string
  readonly middle?: number
  /** The interval around the middle, if the bench computes one. */
  readonly low?: number
  readonly high?: number
  /** What `middle` is a part of. */
  readonly of?: number
  readonly missing?: string
}

/** One quantity, for everything that was compared. */
export interface Measure {
  readonly unit: string
  /** How many digits after the point are kept. */
  readonly digits: number
  /** What `low` and `high` are. */
  readonly interval?: string
  readonly series: readonly Figure[]
}

/** What was measured together, and how. */
export interface MeasuredCase {
  readonly name: string
  readonly title: string
  readonly command: string
  /** The day of the measurement, as `2026-11-15`; left out where it was not recorded. */
  readonly date?: string
  /** The commit that was measured; left out where it was not recorded. */
  readonly commit?: string
  readonly system?: string
  readonly versions: Readonly<Record<string, string>>
  /** Where the figures come from, unless the bench saved them itself. */
  readonly origin?: string
  /** What a reader must know about this run. */
  readonly note?: string
  readonly measures: readonly Measure[]
}

/** The figures of one bench: the content of `bench/results/<name>.json`. */
export interface Result {
  readonly name: string
  readonly cases: readonly MeasuredCase[]
}

/** The folder of the result files. */
export const resultFolder: string = join(import.meta.dirname, "results")

/** Reads a result file; undefined if the bench has none. */
export function findResult(name: string, folder: string = resultFolder): Result | undefined {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : undefined
}

/** A case of a result. */
export function caseOf(result: Result, name: string): MeasuredCase {
  const found = result.cases.find((one) => one.name === name)
  if (found === undefined) throw new Error(`bench/results/${result.name}.json has no case "${name}"`)
  return found
}

/** A measure of a case, by its unit. */
export function measureOf(one: MeasuredCase, unit: string): Measure {
  const found = one.measures.find((measure) => measure.unit === unit)
  if (found === undefined) throw new Error(`The case "${one.name}" has no measure "${unit}"`)
  return found
}
