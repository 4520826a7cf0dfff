import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { git } from "./git.ts"

const file = "node_modules/.cache/trivet-check/commit"

/** Notes that the whole check has passed for the commit that is checked out. Not with uncommitted changes. */
export function noteGreenCheck(workspace: string): void {
  const commit = git(workspace, "rev-parse", "HEAD")
  if (commit === undefined || git(workspace, "status", "--porcelain") !== "") return
  const path = join(workspace, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${commit}\n`)
}

/** The commit for which the whole check has passed last in this clone. */
export function findGreenCommit(workspace: string): string | undefined {
  try {
    return readFileSync(join(workspace, file), "utf8").trim()
  } catch {
    return undefined
  }
}
