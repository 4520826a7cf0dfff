import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./reading/workspace.ts"
import { tree } from "./reading/tree.ts"
import { releaseProblems, writeLinks } from "./release.ts"
import { findRepository, linkProblems } from "./release/package-links.ts"

const address = "https://git.example/trivet/trivet"
const ready = {
  "package.json": JSON.stringify({ repository: address }),
  "packages/redis/package.json": JSON.stringify({ name: "@trivet/redis", version: "0.2.0" }),
  "packages/redis/CHANGELOG.md": "# @trivet/redis\n\n## 0.2.0\n",
  ".changeset/README.md": "# Changesets\n",
}

function problems(changes: Record<string, string>): readonly string[] {
  const folder = tree({ ...ready, ...changes })
  writeLinks(folder)
  return releaseProblems(folder)
}

describe("a release", () => {
  it("is refused while the root does not say where the repository is", () => {
    for (const manifest of ["{}", '{ "repository": "" }', '{ "repository": "git.example/trivet" }'])
      expect(problems({ "package.json": manifest })).toEqual([
        expect.stringMatching(/^package\.json: "repository" is not set\. Set it to/),
      ])
  })

  it("takes all links of a package from that one setting", () => {
    const folder = tree(ready)
    expect(releaseProblems(folder)).toHaveLength(3)
    writeLinks(folder)
    expect(releaseProblems(folder)).toEqual([])
    expect(JSON.parse(readFileSync(join(folder, "packages/redis/package.json"), "utf8"))).toEqual({
      name: "@trivet/redis",
      version: "0.2.0",
      repository: { type: "git", url: `git+${address}.git`, directory: "packages/redis" },
      homepage: `${address}/tree/main/packages/redis#readme`,
      bugs: { url: `${address}/issues` },
    })
  })

  it("is refused with changesets that are not released, or without a changelog of the version", () => {
    expect(problems({ ".changeset/brave-cats.md": "" })).toEqual([
      expect.stringContaining('.changeset/brave-cats.md: not released yet: run "npx changeset version"'),
    ])
    expect(problems({ "packages/redis/CHANGELOG.md": "## 0.1.0\n" })).toEqual([
      'packages/redis/CHANGELOG.md: no section "## 0.2.0"',
    ])
  })

  it("leaves private packages alone", () => {
    const manifest = JSON.stringify({ name: "private", private: true })
    expect(problems({ "packages/private/package.json": manifest })).toEqual([])
  })

  it("invents no links for this repository", () => {
    expect(linkProblems(root)).toEqual([])
    if (findRepository(root) === undefined) expect(releaseProblems(root)).toHaveLength(1)
  })
})
