import { describeChange } from "./mutate.ts"
import type { JudgedMutant } from "./run-mutants.ts"

/** The line for a mutant that needs attention; `undefined` for one that was killed. */
export function findRemark(judged: JudgedMutant): string | undefined {
  const place = `${judged.file}:${judged.line}`
  if (judged.verdict === "survived") return `SURVIVED  ${place}  ${describeChange(judged)}  ${judged.why}`
  if (judged.verdict === "invalid")
    return `INVALID   ${place}  ${describeChange(judged)}  The changed file does not load. Write a mutant that runs.`
  return undefined
}

/** The counts by area, and last those of all. */
export function describeRun(judged: readonly JudgedMutant[], milliseconds: number): string[] {
  const areas = Map.groupBy(judged, ({ area }) => area)
  const width = Math.max(0, ...[...areas.keys()].map((area) => area.length))
  const rows = [...areas]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([area, mutants]) => `${area.padEnd(width)}  ${countsOf(mutants)}`)
  return [...rows, `Mutants: ${countsOf(judged)}, in ${Math.round(milliseconds / 1000)} s`]
}

function countsOf(judged: readonly JudgedMutant[]): string {
  const count = (...verdicts: readonly string[]) =>
    judged.filter(({ verdict }) => verdicts.includes(verdict)).length
  const timedOut = count("timed out")
  const killed = `${count("killed", "timed out")} killed${timedOut > 0 ? ` (${timedOut} by the time limit)` : ""}`
  return `${killed}, ${count("survived")} survived, ${count("invalid")} invalid`
}
