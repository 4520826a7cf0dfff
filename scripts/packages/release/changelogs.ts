import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { publicPackagesOf } from "./package-links.ts"
import type { ReleaseCheck } from "./release-check.ts"

/** Whether each change has come into a version, and each changelog says what is in this one. */
export function checkChangelogs(workspace: string): ReleaseCheck {
  const pending = globSync(".changeset/*.md", { cwd: workspace })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith("/README.md"))
    .toSorted()
  return {
    name: "changelogs",
    problems: [
      ...pending.map(
        (path) => `${path}: not released yet: run "npm run release -- --version" and commit the result`,
      ),
      ...changelogProblems(workspace),
    ],
  }
}

/** Packages whose changelog says nothing of their version. */
function changelogProblems(workspace: string): string[] {
  return publicPackagesOf(workspace).flatMap(({ folder, manifest }) => {
    const path = join(workspace, folder, "CHANGELOG.md")
    const text = existsSync(path) ? readFileSync(path, "utf8") : ""
    return text.split("\n").includes(`## ${manifest.version}`)
      ? []
      : [`${folder}/CHANGELOG.md: no section "## ${manifest.version}"`]
  })
}
