import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"
import { tree } from "../reading/tree.ts"
import { checkRepository, checkWorkspace, writeLinks } from "./release.ts"
import { noteGreenCheck } from "./release/green-check.ts"
import { checkNames } from "./release/names.ts"
import { findRepository, linkProblems, publicPackagesOf } from "./release/package-links.ts"
import { printedStep, releaseSteps } from "./release/publish.ts"
import { checkRemovedNames } from "./release/removed-names.ts"
import { versionProblems, writeVersions } from "./release/versions.ts"

const address = "https://git.example/trivet/trivet"
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const redis = { name: "@trivet/redis", version: "0.2.0", publishConfig: { access: "public" } }
const ready = {
  "package.json": json({ repository: address }),
  ".gitignore": "node_modules\n",
  "packages/redis/package.json": json(redis),
  "packages/redis/CHANGELOG.md": "# @trivet/redis\n\n## 0.2.0\n",
  "packages/redis/src/version.ts": 'declareVersion("@trivet/redis", "0.2.0")\n',
  "packages/tool/templates/api/package.json": json({
    version: "0.1.0",
    dependencies: { "@trivet/redis": "0.2.0" },
  }),
  "docs/reference/redis.md": "# @trivet/redis\n\n## redis\n",
  ".changeset/README.md": "# Changesets\n",
  ".github/workflows/release.yml": readFileSync(join(root, ".github/workflows/release.yml"), "utf8"),
  "package-lock.json": json({ packages: {} }),
}

function git(folder: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "ignore" })
}

/** A workspace that can be released, with changes, committed. */
function workspaceWith(changes: Record<string, string> = {}): string {
  const folder = tree({ ...ready, ...changes })
  writeLinks(folder)
  git(folder, "init", "--quiet", "--initial-branch=main")
  git(folder, "add", "--all")
  git(folder, "commit", "--quiet", "--message=Release")
  return folder
}

/** The problems of a workspace for which the whole check has passed. */
function problemsOf(folder: string): readonly string[] {
  noteGreenCheck(folder)
  return checkWorkspace(folder).flatMap(({ problems }) => problems)
}

const problems = (changes: Record<string, string>) => problemsOf(workspaceWith(changes))

describe("a release", () => {
  it("is ready if everything is", () => {
    expect(problems({})).toEqual([])
  })

  it("is refused while the root does not say where the repository is", () => {
    for (const manifest of ["{}", '{ "repository": "" }', '{ "repository": "git.example/trivet" }'])
      expect(problems({ "package.json": manifest })).toEqual([
        expect.stringMatching(/^package\.json: "repository" is not set\. Set it to/),
      ])
  })

  it("takes all links of a package from that one setting", () => {
    const folder = tree(ready)
    expect(checkRepository(folder).problems).toHaveLength(3)
    writeLinks(folder)
    expect(checkRepository(folder).problems).toEqual([])
    expect(JSON.parse(readFileSync(join(folder, "packages/redis/package.json"), "utf8"))).toEqual({
      ...redis,
      repository: { type: "git", url: `git+${address}.git`, directory: "packages/redis" },
      homepage: `${address}/tree/main/packages/redis#readme`,
      bugs: { url: `${address}/issues` },
    })
  })

  it("is refused with changesets that are not released, or without a changelog of the version", () => {
    expect(problems({ ".changeset/brave-cats.md": "" })).toEqual([
      '.changeset/brave-cats.md: not released yet: run "npm run release -- --version" and commit the result',
    ])
    expect(problems({ "packages/redis/CHANGELOG.md": "## 0.1.0\n" })).toEqual([
      'packages/redis/CHANGELOG.md: no section "## 0.2.0"',
    ])
  })

  it("is refused with changes that are not committed, and without a green check of the commit", () => {
    const folder = workspaceWith()
    expect(checkWorkspace(folder).flatMap((one) => one.problems)).toEqual([
      '"npm run check" has not passed for this commit: run it',
    ])
    expect(problemsOf(folder)).toEqual([])
    appendFileSync(join(folder, "packages/redis/CHANGELOG.md"), "\nMore.\n")
    expect(problemsOf(folder)).toEqual(["packages/redis/CHANGELOG.md: not committed"])
    git(folder, "commit", "--all", "--quiet", "--message=More")
    expect(checkWorkspace(folder).flatMap((one) => one.problems)).toHaveLength(1)
  })

  it("is refused if its tag is on another commit, and continues if it is on this one", () => {
    const folder = workspaceWith()
    git(folder, "tag", "v0.2.0")
    expect(problemsOf(folder)).toEqual([])
    git(folder, "commit", "--allow-empty", "--quiet", "--message=More")
    expect(problemsOf(folder)).toEqual([expect.stringMatching(/^v0\.2\.0 names another commit, \w{8}: /)])
  })

  it.each([
    ["id-token: write", "id-token: read", 'the job publish needs "id-token: write"'],
    ["npm run check", "npm test", "must run npm run check, then"],
    ["- run: npm run release -- --publish", "- run: npm publish", "must run npm run check, then"],
    ["REDIS_URL:", "NPM_TOKEN:", "must not use a token of the registry"],
    ['tags: ["v*"]', 'tags: ["*.*"]', "does not run for tags v*"],
  ])("is refused with a workflow that has %s replaced by %s", (from, to, problem) => {
    const path = ".github/workflows/release.yml"
    expect(problems({ [path]: ready[path].replace(from, to) })).toEqual([
      expect.stringContaining(`${path}: ${problem}`),
    ])
  })

  it("is refused if a package would be published for its owners only", () => {
    expect(problems({ "packages/redis/package.json": json({ name: redis.name, version: "0.2.0" }) })).toEqual(
      ['packages/redis/package.json: needs "publishConfig": { "access": "public" }'],
    )
  })

  it("leaves private packages alone", () => {
    const manifest = JSON.stringify({ name: "private", private: true })
    expect(problems({ "packages/private/package.json": manifest })).toEqual([])
  })

  it("invents no links for this repository", () => {
    expect(linkProblems(root)).toEqual([])
  })
})

describe("the names of a release", () => {
  /** The workspace and its packages. */
  function prepared() {
    const folder = tree(ready)
    writeLinks(folder)
    return { folder, packages: publicPackagesOf(folder) }
  }
  const own = { repository: `git+${address}.git`, versions: ["0.1.0"] }

  it("are free, or belong to this repository", () => {
    const { folder, packages } = prepared()
    expect(findRepository(folder)).toBe(address)
    expect(checkNames(folder, packages, new Map([["@trivet/redis", undefined]]))).toMatchObject({
      problems: [],
      note: "0 are ours, 1 are free: @trivet/redis",
    })
    expect(checkNames(folder, packages, new Map([["@trivet/redis", own]])).problems).toEqual([])
    const other = { ...own, repository: "git+https://git.example/else/else.git" }
    expect(checkNames(folder, packages, new Map([["@trivet/redis", other]])).problems).toEqual([
      "@trivet/redis: the name belongs to git+https://git.example/else/else.git",
    ])
  })

  it("are published once: a release that was interrupted continues", () => {
    const { folder, packages } = prepared()
    const packed = packages.map((one) => ({ ...one, path: "/p", archive: "/p/redis.tgz" }))
    const steps = (versions: readonly string[], version = "0.2.0") =>
      releaseSteps(folder, packed, version, new Map([["@trivet/redis", { ...own, versions }]])).map(
        printedStep,
      )
    expect(steps(["0.1.0"])).toEqual([
      "npm publish /p/redis.tgz --access=public --tag=latest",
      "git tag v0.2.0",
    ])
    expect(steps(["0.1.0", "0.2.0"])).toEqual(["git tag v0.2.0"])
    expect(steps(["0.1.0"], "1.0.0-rc.1")[0]).toBe("npm publish /p/redis.tgz --access=public --tag=next")
  })
})

describe("what follows from the version", () => {
  it("is written into constants, templates and the lock file, and the check reports what is not", () => {
    const lock = {
      packages: { "": {}, "packages/redis": { version: "0.2.0" }, "node_modules/x": { version: "0.2.0" } },
    }
    const folder = tree({ ...ready, "package-lock.json": json(lock) })
    expect(versionProblems(folder)).toEqual([])
    writeFileSync(join(folder, "packages/redis/package.json"), json({ ...redis, version: "0.3.0" }))
    expect(versionProblems(folder).map((problem) => problem.split(":")[0])).toEqual([
      "packages/redis/src/version.ts",
      "packages/tool/templates/api/package.json",
    ])
    writeVersions(folder)
    expect(versionProblems(folder)).toEqual([])
    const read = (path: string) => readFileSync(join(folder, path), "utf8")
    expect(read("packages/redis/src/version.ts")).toContain('"@trivet/redis", "0.3.0"')
    expect(JSON.parse(read("packages/tool/templates/api/package.json"))).toEqual({
      version: "0.1.0",
      dependencies: { "@trivet/redis": "0.3.0" },
    })
    expect(JSON.parse(read("package-lock.json"))).toEqual({
      packages: { ...lock.packages, "packages/redis": { version: "0.3.0" } },
    })
  })
})

describe("names that the last release had", () => {
  it("are still there, or have a line that says what to write instead", () => {
    const folder = workspaceWith({ "docs/reference/redis.md": "# @trivet/redis\n\n## redis\n\n## size\n" })
    expect(checkRemovedNames(folder).note).toBe("there is no earlier release")
    git(folder, "tag", "v0.1.0")
    const page = join(folder, "docs/reference/redis.md")
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, "# @trivet/redis\n\n## redis\n")
    expect(checkRemovedNames(folder, []).problems).toEqual([
      "packages/tool/src/check/renamed-names.ts: does not have @trivet/redis: size, which v0.1.0 exports",
    ])
    const line = { from: "@trivet/redis", name: "size", since: "0.2.0", fix: "Write `count`." }
    expect(checkRemovedNames(folder, [line])).toMatchObject({ problems: [], note: "1 since v0.1.0" })
  })
})
