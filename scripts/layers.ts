import { cycles } from "./layers/cycles.ts"
import { checkDrawing } from "./layers/drawing.ts"
import { describePlace, findPlace, mayImport, mayImportNode } from "./layers/layer-map.ts"
import { sizes } from "./layers/sizes.ts"
import { type CheckResult, report } from "./reading/check-result.ts"
import type { Import } from "./reading/imports.ts"
import { findTarget, type SourceFile, sourceFiles } from "./reading/source-file.ts"
import { isTest, root } from "./reading/workspace.ts"

const main = "packages/trivet"

/**
 * Whether imports only point to lower layers, packages import each other only by name, and no imports form a cycle;
 * types included. Tests are exempt: they may import what they need to call the code as its users do.
 */
export function checkLayers(workspace: string): CheckResult {
  const files = sourceFiles(workspace).filter(({ path }) => !isTest(path))
  const known = new Set(files.map((file) => file.path))
  const graph = new Map(
    files.map((file) => [file.path, targets(file).filter((target) => known.has(target))] as const),
  )
  const size = sizes(files)
  const problems = [
    ...files.flatMap((file) => [
      ...packageProblems(file),
      ...(file.owner.folder === main ? layerProblems(file) : []),
    ]),
    ...cycles(graph).map((cycle) => `${cycle[0]}: import cycle: ${cycle.join(" → ")}`),
    ...size.problems,
  ]
  return size.note === undefined ? { problems } : { problems, note: size.note }
}

function targets(file: SourceFile): string[] {
  return file.imports.map(({ specifier }) => findTarget(file, specifier)).filter((path) => path !== undefined)
}

function packageProblems(file: SourceFile): string[] {
  return file.imports.flatMap((one) => {
    const target = findTarget(file, one.specifier)
    if (target === undefined) return []
    if (!target.startsWith(`${file.owner.folder}/`))
      return [at(file, one, "leaves its package: packages import each other by name")]
    return isTest(target) ? [at(file, one, "is a test")] : []
  })
}

function layerProblems(file: SourceFile): string[] {
  const from = findPlace(inSource(file.path))
  if (from === undefined) return [`${file.path}:1: is in no layer: see scripts/layers/layer-map.ts`]
  return file.imports.flatMap((one) => {
    const target = findTarget(file, one.specifier)
    if (target === undefined) {
      if (!one.specifier.startsWith("node:"))
        return [at(file, one, "is a package: the main package has no dependencies")]
      if (one.kind !== "dynamic" && !mayImportNode(from))
        return [at(file, one, `exists only on Node, and this file is in ${describePlace(from)}`)]
      return []
    }
    const to = findPlace(inSource(target))
    if (to === undefined || mayImport(from, to)) return []
    return [at(file, one, `points from ${describePlace(from)} to ${describePlace(to)}`)]
  })
}

function inSource(path: string): string {
  return path.slice(`${main}/src/`.length)
}

function at(file: SourceFile, { line, specifier }: Import, what: string): string {
  return `${file.path}:${line}: import of "${specifier}" ${what}`
}

// node scripts/layers.ts [--write]
if (import.meta.main) {
  report(checkLayers(root))
  report(checkDrawing(root, process.argv.includes("--write")))
}
