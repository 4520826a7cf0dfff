import { execFileSync } from "node:child_process"

/** What Git prints for a command in a work tree; `undefined` if the command fails. */
export function git(workspace: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      cwd: workspace,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 26,
    }).trim()
  } catch {
    return undefined
  }
}
