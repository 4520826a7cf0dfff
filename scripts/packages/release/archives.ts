import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { twoAtOnce } from "../../check/two-at-once.ts"
import { runTool } from "../../check/run-tool.ts"
import type { Manifest } from "../../reading/workspace.ts"
import type { Unpacked } from "../packed/unpack.ts"
import type { ReleaseCheck } from "./release-check.ts"

/** The licence of the repository in every archive, and nothing in one that is not meant to be published. */
export function checkFiles(workspace: string, packed: readonly Unpacked[]): ReleaseCheck {
  const licence = readFileSync(join(workspace, "LICENSE"), "utf8")
  let count = 0
  const problems = packed.flatMap((one) => {
    const names = filesOf(one.archive)
    count += names.length
    const own = JSON.parse(readFileSync(join(one.path, "package.json"), "utf8")) as Manifest & {
      readonly license?: string
    }
    return [
      ...["LICENSE", "README.md", "package.json"]
        .filter((name) => !names.includes(name))
        .map((name) => `has no ${name}`),
      ...(names.includes("LICENSE") && readFileSync(join(one.path, "LICENSE"), "utf8") !== licence
        ? ["LICENSE: is not that of the repository"]
        : []),
      ...(own.license === "MIT" ? [] : ['package.json: "license" is not MIT']),
      ...names.filter((name) => !isMeant(name)).map((name) => `${name}: must not be published`),
      ...foreignVersions(own),
    ].map((problem) => `${own.name}: ${problem}`)
  })
  return { name: "licence and files", problems, note: `${count} files in ${packed.length} archives` }
}

/** Whether publint and attw find nothing wrong in the archives that will be published. */
export async function checkTools(packed: readonly Unpacked[]): Promise<ReleaseCheck> {
  const outcomes = await checkArchives(packed)
  const problems = outcomes.filter(({ ok }) => !ok).map(({ output }) => output)
  return { name: "publint, attw", problems, note: `${packed.length} archives` }
}

/** What publint and attw say of each archive. A package without entry points has nothing to import. */
export async function checkArchives(
  packed: readonly Unpacked[],
): Promise<Awaited<ReturnType<typeof runTool>>[]> {
  const outcomes = await twoAtOnce(packed, async ({ archive, manifest }) => [
    await runTool("publint", "run", archive, "--strict"),
    ...(manifest.exports === undefined
      ? []
      : [await runTool("attw", archive, "--profile", "esm-only", "--no-emoji")]),
  ])
  return outcomes.flat()
}

function filesOf(archive: string): string[] {
  return execFileSync("tar", ["-tzf", archive], { encoding: "utf8", maxBuffer: 2 ** 26 })
    .split("\n")
    .filter((path) => path !== "" && !path.endsWith("/"))
    .map((path) => path.replace(/^package\//, ""))
}

const folders = /^(?:dist|src|assets|templates)\//
const files = ["LICENSE", "README.md", "CHANGELOG.md", "package.json", "faults.json"]

/** A template has tests and a `.env.example`; nothing else has. */
function isMeant(path: string): boolean {
  if (path.startsWith("templates/")) return !/(?:^|\/)(?:node_modules\/|\.env$|\.git\/)/.test(path)
  if (/\.test\.ts$|(?:^|\/)\.|\.tsbuildinfo$/.test(path)) return false
  return folders.test(path) || files.includes(path)
}

/** Packages of Trivet need each other in this version, and from a registry. */
function foreignVersions({ version, dependencies, peerDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...peerDependencies })
    .filter(([name]) => name === "trivet" || name.startsWith("@trivet/"))
    .filter(([, range]) => range !== version && range !== `^${version}`)
    .map(([name, range]) => `package.json: needs ${name} ${range}, not ${version}`)
}
