import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runTool } from "../check/run-tool.ts"
import { root } from "../reading/workspace.ts"
import { publicPackages } from "./pack.ts"
import { unpack, type Unpacked } from "./packed/unpack.ts"
import { checkFiles, checkTools } from "./release/archives.ts"
import { checkChangelogs } from "./release/changelogs.ts"
import { checkGreen, checkTag, checkTree, tagOf } from "./release/check-commit.ts"
import { checkNames, type RegisteredNames, registeredNames } from "./release/names.ts"
import { findRepository, linkProblems, packageLinks, publicPackagesOf } from "./release/package-links.ts"
import { checkProvenance } from "./release/provenance.ts"
import { integrityOf, printedStep, releaseSteps, runSteps } from "./release/publish.ts"
import type { ReleaseCheck } from "./release/release-check.ts"
import { checkRemovedNames } from "./release/removed-names.ts"
import { checkSbom } from "./release/sbom.ts"
import { versionOf, versionProblems, writeVersions } from "./release/versions.ts"

/** Whether the links of all packages follow from `repository` of the root's package.json. */
export function checkRepository(workspace: string): ReleaseCheck {
  const repository = findRepository(workspace)
  if (repository === undefined)
    return {
      name: "repository",
      problems: [
        'package.json: "repository" is not set. Set it to the address of the repository, https://<host>/<owner>/<name>, and run "npm run release -- --write-links": the links of all packages follow from it.',
      ],
    }
  const problems = linkProblems(workspace).map(
    (problem) => `${problem}: run "npm run release -- --write-links"`,
  )
  return { name: "repository", problems, note: repository }
}

/** What can be checked without building or asking the registry. */
export function checkWorkspace(workspace: string): readonly ReleaseCheck[] {
  return [
    checkRepository(workspace),
    checkTree(workspace),
    checkGreen(workspace),
    checkChangelogs(workspace),
    { name: "versions", problems: versionProblems(workspace), note: versionOf(workspace) },
    checkTag(workspace, versionOf(workspace)),
    checkRemovedNames(workspace),
    checkProvenance(workspace),
  ]
}

/** What is checked of the archives themselves: the very files that are published. */
async function checkPackedFiles(
  packed: readonly Unpacked[],
  registered: RegisteredNames,
  folder: string,
): Promise<readonly ReleaseCheck[]> {
  const version = versionOf(root)
  return [
    checkNames(root, packed, registered),
    checkFiles(root, packed),
    await checkTools(packed),
    checkSbom(packed, version, join(folder, `trivet-${version}.cdx.json`)),
  ]
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

function report(checks: readonly ReleaseCheck[]): boolean {
  for (const { name, problems, note } of checks) {
    console.log(
      `${problems.length === 0 ? "ok    " : "STOP  "} ${name}${note === undefined ? "" : `: ${note}`}`,
    )
    for (const problem of problems) console.log(`        ${problem.trim().replaceAll("\n", "\n        ")}`)
  }
  return checks.every(({ problems }) => problems.length === 0)
}

/** Checks everything, prints what a release does, and does it if `isMeant`. */
async function release(isMeant: boolean): Promise<boolean> {
  const version = versionOf(root)
  const folder = join(root, "node_modules/.cache/trivet-release", version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const isReady = report(checkWorkspace(root))
  const packed = await unpack(folder)
  const registered = await registeredNames(publicPackages)
  const isSound = report(await checkPackedFiles(packed, registered, folder))
  const steps = releaseSteps(root, packed, version, registered)
  console.log(`\nA release of ${version} runs, in this order:`)
  for (const step of steps) console.log(`  ${printedStep(step)}`)
  console.log("\nIt publishes these files:")
  for (const { archive, manifest } of packed) console.log(`  ${manifest.name} ${integrityOf(archive)}`)
  if (!isReady || !isSound) console.log("\nNothing is published: correct the lines above that say STOP.")
  else if (!isMeant) console.log("\nNothing was published. To publish: npm run release -- --publish")
  else {
    console.log("")
    runSteps(root, steps)
    console.log(`\n${version} is published. Then: git push origin ${tagOf(version)}`)
  }
  return isReady && isSound
}

/** Turns the changesets into a version, its changelogs, and all files that follow from it. */
async function makeVersion(): Promise<boolean> {
  const { ok, output } = await runTool("changeset", "version")
  console.log(output)
  if (ok) writeVersions(root)
  return ok
}

const usage = `npm run release                       checks everything, and prints what a release would do (--dry-run)
npm run release -- --publish          does it
npm run release -- --version          turns the changesets into a version and its changelogs
npm run release -- --write-links      writes the links of all packages, from "repository" of package.json`

if (import.meta.main) {
  const [flag = "--dry-run", ...more] = process.argv.slice(2)
  const actions: Readonly<Record<string, () => Promise<boolean>>> = {
    "--dry-run": () => release(false),
    "--publish": () => release(true),
    "--version": makeVersion,
    "--write-links": async () => {
      writeLinks(root)
      return report([checkRepository(root)])
    },
  }
  const action = more.length === 0 ? actions[flag] : undefined
  if (action === undefined) console.log(usage)
  process.exitCode = action === undefined ? 2 : (await action()) ? 0 : 1
}
