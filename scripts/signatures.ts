import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale } from "./pack.ts"
import { type CheckResult, report } from "./reading/check-result.ts"
import { type Package, packages, root } from "./reading/workspace.ts"
import { knownHiddenTypes } from "./signatures/known-hidden-types.ts"
import { packageSignatures, type Signature } from "./signatures/package-signatures.ts"

const fileName = "signatures.txt"

/**
 * Whether the built declarations of each public package equal its signatures.txt, and name no type that users cannot
 * import. With `write`, the files are updated. Needs a build.
 */
export function checkSignatures(
  workspace: string,
  write = false,
  known: readonly string[] = knownHiddenTypes,
): CheckResult {
  const read = packages(workspace)
    .filter(({ manifest }) => manifest.private !== true && manifest.exports !== undefined)
    .map((owner) => ({ owner, signatures: packageSignatures(workspace, owner) }))
  const signatures = read.flatMap((one) => one.signatures)
  const hidden = new Set(
    signatures.flatMap(({ entryPoint, name, hidden: types }) =>
      types.map((type) => `${entryPoint}: ${name}: ${type}`),
    ),
  )
  return {
    problems: [
      ...read.flatMap((one) => compare(workspace, one.owner, one.signatures, write)),
      ...signatures
        .filter(({ text }) => text === "")
        .map(
          ({ entryPoint, name }) => `${entryPoint}: no declaration of "${name}" in dist: run "npm run build"`,
        ),
      ...[...hidden]
        .filter((one) => !known.includes(one))
        .map(
          (one) => `${one} is not exported, and a public signature names it: export it or make it internal`,
        ),
      ...known
        .filter((one) => !hidden.has(one))
        .map((one) => `${one} is no longer hidden: remove it from scripts/signatures/known-hidden-types.ts`),
    ],
    note: `${signatures.length} signatures, ${hidden.size} hidden types in them`,
  }
}

function compare(
  workspace: string,
  { folder, manifest }: Package,
  signatures: readonly Signature[],
  write: boolean,
): string[] {
  const path = join(workspace, folder, fileName)
  const text = reportOf(manifest.name, signatures)
  if (write) writeFileSync(path, text)
  const current = existsSync(path) ? readFileSync(path, "utf8") : ""
  if (current === text) return []
  return [
    `${folder}/${fileName}: out of date${firstDifference(current, text)}: run "npm run signatures" and read what changed`,
  ]
}

function reportOf(name: string, signatures: readonly Signature[]): string {
  const sections = Map.groupBy(signatures, ({ entryPoint }) => entryPoint)
  return [
    `The public signatures of ${name}. \`npm run signatures\` writes this file; the check compares it.`,
    ...[...sections].map(
      ([entryPoint, list]) =>
        `=== ${entryPoint}\n\n${list.map((one) => `--- ${one.name}\n${one.text}\n`).join("\n")}`,
    ),
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n")
}

function firstDifference(current: string, wanted: string): string {
  const lines = current.split("\n")
  const at = wanted.split("\n").findIndex((line, index) => line !== lines[index])
  return current === "" ? "" : ` at line ${(at < 0 ? lines.length : at) + 1}`
}

// npm run signatures [-- --check]
if (import.meta.main) {
  await buildIfStale()
  report(checkSignatures(root, !process.argv.includes("--check")))
}
