import { findGreenCommit } from "./green-check.ts"
import { git } from "./git.ts"
import type { ReleaseCheck } from "./release-check.ts"

/** Whether what is checked out is one commit, without anything beside it. */
export function checkTree(workspace: string): ReleaseCheck {
  const status = git(workspace, "status", "--porcelain")
  const changed = (status ?? "").split("\n").filter(Boolean)
  if (status === undefined) return { name: "clean tree", problems: ["this is no Git repository"] }
  return {
    name: "clean tree",
    problems: changed.slice(0, 10).map((line) => `${line.slice(2).trim()}: not committed`),
    note: `commit ${git(workspace, "rev-parse", "--short", "HEAD")}`,
  }
}

/** Whether the whole check has passed for this commit, in this clone. */
export function checkGreen(workspace: string): ReleaseCheck {
  const head = git(workspace, "rev-parse", "HEAD")
  const isGreen = head !== undefined && findGreenCommit(workspace) === head
  return {
    name: "green check",
    problems: isGreen ? [] : ['"npm run check" has not passed for this commit: run it'],
  }
}

/** The tag of a version. All packages have one version, so one tag names all of them. */
export function tagOf(version: string): string {
  return `v${version}`
}

/** Whether the version's tag is free, or is on this commit. */
export function checkTag(workspace: string, version: string): ReleaseCheck {
  const tag = tagOf(version)
  const tagged = git(workspace, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}^{commit}`)
  const head = git(workspace, "rev-parse", "HEAD")
  return {
    name: "tag",
    problems:
      tagged === undefined || tagged === "" || tagged === head
        ? []
        : [`${tag} names another commit, ${tagged.slice(0, 8)}: the version is released already`],
    note: tagged === head ? `${tag} is on this commit` : `${tag} is free`,
  }
}
