import { execFileSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
// What a run itself writes: figures and what is made of them.
const written = [":!bench/results", ":!docs/why", ":!README.md"]

/**
 * The commit that is measured, such as `4d9d8a8e`, or `4d9d8a8e with changes` if files of it were changed since; `undefined`
 * outside of a clone.
 */
export function measuredCommit(folder: string = root): string | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  try {
    const commit = git("rev-parse", "--short=8", "HEAD")
    const changed = git("diff", "--name-only", "HEAD", "--", ".", ...written)
    return changed === "" ? commit : `${commit} with changes`
  } catch {
    return undefined
  }
}
