import { runTool } from "./run-tool.ts"
import type { Outcome } from "./step.ts"

/**
 * Whether the tests notice a sample of the weakenings that `scripts/tests/mutants` lists. The note is the last line, with the
 * results, and the line with the number of mutants in each area.
 */
export async function checkMutants(): Promise<Outcome> {
  const outcome = await runTool("node", "scripts/tests/test-mutants.ts", "--short")
  const lines = outcome.output.trimEnd().split("\n")
  const results = lines.at(-1)!
  if (!results.startsWith("Mutants: ")) return outcome
  const areas = lines.filter((line) => line.startsWith("areas: ")).map((line) => `        ${line}`)
  return { ...outcome, note: [results, ...areas].join("\n") }
}
