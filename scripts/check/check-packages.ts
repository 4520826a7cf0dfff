import { checkManifests } from "../packages/manifests.ts"
import { checkPacked } from "../packages/packed/check-packed.ts"
import { withUnpacked } from "../packages/packed/unpack.ts"
import { checkArchives } from "../packages/release/archives.ts"
import { root } from "../reading/workspace.ts"
import { type Outcome, outcomeOf, together } from "./step.ts"

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
