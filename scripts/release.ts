import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runTool } from "./check/run-tool.ts"
import { buildIfStale } from "./pack.ts"
import { root } from "./reading/workspace.ts"
import { findRepository, linkProblems, packageLinks, publicPackagesOf } from "./release/package-links.ts"

/** What keeps a release from being published. */
export function releaseProblems(workspace: string): string[] {
  if (findRepository(workspace) === undefined)
    return [
      'package.json: "repository" is not set. Set it to the address of the repository, https://<host>/<owner>/<name>, and run "npm run release -- --write-links": the links of all packages follow from it.',
    ]
  const pending = globSync(".changeset/*.md", { cwd: workspace })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith("/README.md"))
  return [
    ...linkProblems(workspace).map((problem) => `${problem}: run "npm run release -- --write-links"`),
    ...pending.map((path) => `${path}: not released yet: run "npx changeset version" and commit the result`),
    ...changelogProblems(workspace),
  ]
}

/** Packages whose changelog says nothing of their version. */
export function changelogProblems(workspace: string): string[] {
  return publicPackagesOf(workspace).flatMap(({ folder, manifest }) => {
    const path = join(workspace, folder, "CHANGELOG.md")
    const text = existsSync(path) ? readFileSync(path, "utf8") : ""
    return text.split("\n").includes(`## ${manifest.version}`)
      ? []
      : [`${folder}/CHANGELOG.md: no section "## ${manifest.version}"`]
  })
}

/** Writes the links of all public packages into their package.json. */
export function writeLinks(workspace: string): void {
  const repository = findRepository(workspace)
  if (repository === undefined) return
  for (const { folder } of publicPackagesOf(workspace)) {
    const path = join(workspace, folder, "package.json")
    const manifest = JSON.parse(readFileSync(path, "utf8")) as object
    writeFileSync(path, `${JSON.stringify({ ...manifest, ...packageLinks(repository, folder) }, null, 2)}\n`)
  }
}

// npm run release [-- --write-links | --check]
//
// Publishes the versions in package.json that the registry does not have yet. Run `npm run check` before it.
if (import.meta.main) {
  const flags = process.argv.slice(2)
  if (flags.includes("--write-links")) writeLinks(root)
  const problems = releaseProblems(root)
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
  else if (flags.length === 0) {
    await buildIfStale()
    const { ok, output } = await runTool("changeset", "publish")
    console.log(output)
    process.exitCode = ok ? 0 : 1
  }
}
