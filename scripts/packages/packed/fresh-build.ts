import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "../pack.ts"
import { root } from "../../reading/workspace.ts"
import { oneAtATime } from "./one-at-a-time.ts"

/** Where packed packages are kept, and the lock of all that builds for it. */
export const packedCache: string = join(root, "node_modules/.cache/trivet-packed")

/** Builds the packages if they are older than their sources. Tests of several processes can ask for it at the same time. */
export async function freshBuild(): Promise<void> {
  mkdirSync(packedCache, { recursive: true })
  await oneAtATime(join(packedCache, "lock"), () => buildIfStale())
}
