import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parsePage } from "../docs/markdown.ts"
import { buildIfStale } from "./pack.ts"
import { type CheckResult, report } from "../reading/check-result.ts"
import { packages, root } from "../reading/workspace.ts"
import { groups as allGroups } from "./reference/groups.ts"
import {
  groupProblems,
  isUsed,
  placed,
  type ReferencePage,
  referencePages,
} from "./reference/reference-page.ts"
import { codeOf, type SourceCode } from "./reference/usages.ts"
import { knownHiddenTypes } from "./signatures/known-hidden-types.ts"
import { packageSignatures } from "./signatures/package-signatures.ts"

/** What a test replaces. */
interface Options {
  readonly known?: readonly string[]
  readonly groups?: typeof allGroups
}

/**
 * Whether the built declarations of each public package equal its pages in docs/reference, and name no type that users cannot
 * import. With `write`, the pages are updated. Needs a build.
 */
export function checkSignatures(
  workspace: string,
  write = false,
  { known = knownHiddenTypes, groups = allGroups }: Options = {},
): CheckResult {
  const signatures = packages(workspace)
    .filter(({ manifest }) => manifest.private !== true && manifest.exports !== undefined)
    .flatMap((owner) => packageSignatures(workspace, owner))
  const all = placed(signatures, groups)
  const sources = sourceCode(workspace)
  const pages = referencePages(all, groups, sources)
  const hidden = new Set(
    signatures.flatMap(({ entryPoint, name, hidden: types }) =>
      types.map((type) => `${entryPoint}: ${name}: ${type}`),
    ),
  )
  return {
    problems: [
      ...groupProblems(signatures, groups),
      ...pages.flatMap(({ path, text }) => compare(workspace, path, text, write)),
      ...staleProblems(workspace, pages, write),
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
        .map(
          (one) =>
            `${one} is no longer hidden: remove it from scripts/packages/signatures/known-hidden-types.ts`,
        ),
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

/** Pages that are written by something else. */
const otherPages = ["docs/reference/README.md", "docs/reference/faults.md", "docs/reference/commands.md"]

function staleProblems(workspace: string, pages: readonly ReferencePage[], write: boolean): string[] {
  const wanted = [...otherPages, ...pages.map(({ path }) => path)]
  const stale = globSync("docs/reference/*.md", { cwd: workspace }).filter((path) => !wanted.includes(path))
  if (write) for (const path of stale) rmSync(join(workspace, path))
  return write ? [] : stale.map((path) => `${path}: no entry point has this page: run "npm run signatures"`)
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
