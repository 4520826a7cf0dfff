import { checkManifests } from "../manifests.ts"
import { checkPacked } from "../packed/check-packed.ts"
import { type Unpacked, withUnpacked } from "../packed/unpack.ts"
import { root } from "../reading/workspace.ts"
import { runTool } from "./run-tool.ts"
import { type Outcome, outcomeOf, together } from "./step.ts"
import { twoAtOnce } from "./two-at-once.ts"

/**
 * Whether each public package, packed as npm would pack it, installs, resolves for its users, loads where it promises to
 * and keeps its size. Needs a build.
 */
export async function checkPackages(): Promise<Outcome> {
  return together([
    outcomeOf(checkManifests(root)),
    // Packed once: the tools read the same archives.
    ...(await withUnpacked(async (folder, packed) => [
      outcomeOf(await checkPacked(folder, packed)),
      ...(await checkArchives(packed)),
    ])),
  ])
}

async function checkArchives(packed: readonly Unpacked[]): Promise<Outcome[]> {
  const outcomes = await twoAtOnce(packed, async ({ archive, manifest }) => [
    await runTool("publint", "run", archive, "--strict"),
    // A package without entry points, such as a command, has nothing to import.
    ...(manifest.exports === undefined
      ? []
      : [await runTool("attw", archive, "--profile", "esm-only", "--no-emoji")]),
  ])
  return outcomes.flat()
}
