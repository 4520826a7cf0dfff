import { packages, root } from "../reading/workspace.ts"
import { runTool } from "./run-tool.ts"
import { type Outcome, together } from "./step.ts"

/**
 * Type-checks the whole workspace, then what has its own settings: each package, for which they ask for more of what it
 * exports, and the script of a page, which has the types of a browser.
 */
export async function checkTypes(): Promise<Outcome> {
  const outcomes = [
    await runTool("tsc", "--noEmit"),
    await runTool("tsc", "--noEmit", "-p", "examples/blog/page"),
  ]
  // The first run has checked all else in them, and the step `build` compiles them in full.
  for (const { folder } of packages(root))
    outcomes.push(await runTool("tsc", "--noEmit", "--noCheck", "-p", folder))
  return together(outcomes)
}
