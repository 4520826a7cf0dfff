import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { type RenamedName, renamedNames } from "../../../packages/tool/src/check/renamed-names.ts"
import { tagOf } from "./check-commit.ts"
import { git } from "./git.ts"
import type { ReleaseCheck } from "./release-check.ts"
import { versionOf } from "./versions.ts"

const pages = "docs/reference"

/**
 * Whether `trivet check` knows each public name that the last release had and this one does not have: what the application of
 * a user writes instead.
 */
export function checkRemovedNames(
  workspace: string,
  table: readonly RenamedName[] = renamedNames,
): ReleaseCheck {
  const name = "renamed names"
  const last = findLastTag(workspace)
  if (last === undefined) return { name, problems: [], note: "there is no earlier release" }
  const now = new Set(
    globSync(`${pages}/*.md`, { cwd: workspace }).flatMap((path) =>
      namesOf(readFileSync(join(workspace, path), "utf8")),
    ),
  )
  const before = (git(workspace, "ls-tree", "--name-only", last, `${pages}/`) ?? "")
    .split("\n")
    .filter((path) => path.endsWith(".md") && basename(path) !== "faults.md")
    .flatMap((path) => namesOf(git(workspace, "show", `${last}:${path}`) ?? ""))
  const known = new Set(table.map(({ from, name: old }) => `${from} ${old}`))
  const gone = [...new Set(before)].filter((one) => !now.has(one))
  return {
    name,
    problems: gone
      .filter((one) => !known.has(one))
      .map(
        (one) =>
          `packages/tool/src/check/renamed-names.ts: does not have ${one.replace(" ", ": ")}, which ${last} exports`,
      ),
    note: `${gone.length} since ${last}`,
  }
}

/** The public names that a page of the reference has: `trivet callLog`. */
function namesOf(page: string): string[] {
  const from = /^# (trivet|@?trivet\/[\w/-]+)(?=$|:)/m.exec(page)?.[1]
  // A table of contents has its names on other pages.
  if (from === undefined || page.includes("\nEvery public name of ")) return []
  return [...page.matchAll(/^## ([A-Za-z]\w*)$/gm)].map(([, name]) => `${from} ${name}`)
}

/** The tag of the newest release before this one. */
function findLastTag(workspace: string): string | undefined {
  const tags = git(workspace, "tag", "--merged", "HEAD", "--list", "v*", "--sort=-version:refname") ?? ""
  return tags.split("\n").find((tag) => tag !== "" && tag !== tagOf(versionOf(workspace)))
}
