import { checkManifests } from "../manifests.ts"
import { checkPacked } from "../packed/check-packed.ts"
import { packages, root } from "../reading/workspace.ts"
import { runTool } from "./run-tool.ts"
import { type Outcome, outcomeOf, together } from "./step.ts"

/**
 * Whether each public package, packed as npm would pack it, installs, resolves for its users, loads where it promises to
 * and keeps its size. Needs a build.
 */
export async function checkPackages(): Promise<Outcome> {
  const outcomes = [outcomeOf(checkManifests(root)), outcomeOf(await checkPacked())]
  for (const { folder, manifest } of packages(root)) {
    if (manifest.private === true) continue
    outcomes.push(await runTool("publint", "run", folder, "--strict", "--pack", "npm"))
    // A package without entry points, such as a command, has nothing to import.
    if (manifest.exports === undefined) continue
    outcomes.push(await runTool("attw", "--pack", folder, "--profile", "esm-only", "--no-emoji"))
  }
  return together(outcomes)
}
