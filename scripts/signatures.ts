import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parsePage } from "./docs/markdown.ts"
import { buildIfStale } from "./pack.ts"
import { type CheckResult, report } from "./reading/check-result.ts"
import { packages, root } from "./reading/workspace.ts"
import { anchored, isUsed, referencePage, referencePath } from "./reference/reference-page.ts"
import { codeOf, type SourceCode } from "./reference/usages.ts"
import { knownHiddenTypes } from "./signatures/known-hidden-types.ts"
import { packageSignatures, type Signature } from "./signatures/package-signatures.ts"

const fileName = "signatures.txt"

/**
 * Whether the built declarations of each public package equal its signatures.txt and its pages in docs/reference, and
 * name no type that users cannot import. With `write`, the files are updated. Needs a build.
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
  const all = [...Map.groupBy(signatures, ({ entryPoint }) => entryPoint).values()].flatMap(anchored)
  const sources = sourceCode(workspace)
  const hidden = new Set(
    signatures.flatMap(({ entryPoint, name, hidden: types }) =>
      types.map((type) => `${entryPoint}: ${name}: ${type}`),
    ),
  )
  return {
    problems: [
      ...read.flatMap(({ owner: { folder, manifest }, signatures: own }) =>
        compare(workspace, `${folder}/${fileName}`, reportOf(manifest.name, own), write),
      ),
      ...[...new Set(all.map(({ entryPoint }) => entryPoint))].flatMap((entryPoint) =>
        compare(workspace, referencePath(entryPoint), referencePage(entryPoint, all, sources), write),
      ),
      ...all
        .filter((one) => !isUsed(one, all, sources))
        .map(({ entryPoint, name }) => `${entryPoint}: no page and no example uses "${name}"`),
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

function compare(workspace: string, path: string, text: string, write: boolean): string[] {
  const file = join(workspace, path)
  if (write) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const current = existsSync(file) ? readFileSync(file, "utf8") : ""
  if (current === text) return []
  return [
    `${path}: out of date${firstDifference(current, text)}: run "npm run signatures" and read what changed`,
  ]
}

/** Where uses of a name are looked for, in this order: guides, READMEs, examples, templates. */
const places = [
  ...["start", "learn", "build", "platforms", "run"].map((folder) => `docs/${folder}/*.md`),
  "packages/*/README.md",
  "examples/*/src/**/*.ts",
  "packages/tool/templates/**/*.ts",
]

function sourceCode(workspace: string): SourceCode[] {
  return places
    .flatMap((pattern) => globSync(pattern, { cwd: workspace }).toSorted())
    .map((path) => path.replaceAll("\\", "/"))
    .flatMap((path) => {
      const text = readFileSync(join(workspace, path), "utf8")
      return path.endsWith(".md")
        ? codeOf(path, parsePage(text))
        : [{ path, title: path, anchor: "", code: text }]
    })
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
