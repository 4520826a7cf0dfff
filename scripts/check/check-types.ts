import { runTool } from "./run-tool.ts"
import { type Outcome, together } from "./step.ts"

/**
 * Type-checks the whole workspace, then the script of a page, which has the types of a browser. What the settings of a
 * package ask for beyond that is for the step `build`, which compiles each with its own.
 */
export async function checkTypes(): Promise<Outcome> {
  return together([
    await runTool("tsc", "--noEmit"),
    await runTool("tsc", "--noEmit", "-p", "examples/blog/page"),
  ])
}
