import { packages, root } from "../reading/workspace.ts"
import { runTool } from "./run-tool.ts"
import { type Outcome, together } from "./step.ts"

/**
 * Type-checks the whole workspace, then what has its own settings: each package, for which they ask for more of what it
 * exports, and the script of a page, which has the types of a browser.
 */
export async function checkTypes(): Promise<Outcome> {
  const outcomes = [await runTool("tsc", "--noEmit")]
  const folders = [...packages(root).map(({ folder }) => folder), "examples/blog/page"]
  for (const folder of folders) outcomes.push(await runTool("tsc", "--noEmit", "-p", folder))
  return together(outcomes)
}
