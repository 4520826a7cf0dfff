import { packages, root } from "../reading/workspace.ts"
import { runTool } from "./run-tool.ts"
import { type Outcome, together } from "./step.ts"

/** Type-checks the whole workspace, then each package with its own settings, which ask for more of what it exports. */
export async function checkTypes(): Promise<Outcome> {
  const outcomes = [await runTool("tsc", "--noEmit")]
  for (const { folder } of packages(root)) outcomes.push(await runTool("tsc", "--noEmit", "-p", folder))
  return together(outcomes)
}
