import { runTool } from "./run-tool.ts"
import type { Outcome } from "./step.ts"

/** Whether the tests notice a sample of the weakenings that `scripts/mutants` lists. Its last line counts them. */
export async function checkMutants(): Promise<Outcome> {
  const outcome = await runTool("node", "scripts/test-mutants.ts", "--short")
  const note = outcome.output.trimEnd().split("\n").at(-1)!
  return note.startsWith("Mutants: ") ? { ...outcome, note } : outcome
}
