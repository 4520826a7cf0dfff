import { cycles } from "./floors/cycles.ts"
import { describePlace, findPlace, mayImport, mayImportNode } from "./floors/floor-map.ts"
import { sizes } from "./floors/sizes.ts"
import { type Findings, report } from "./reading/findings.ts"
import type { Import } from "./reading/imports.ts"
import { findTarget, type SourceFile, sourceFiles } from "./reading/source-file.ts"
import { isTest, root } from "./reading/workspace.ts"

const main = "packages/trivet"

/**
 * Whether imports only go down, between packages only through their names, and never in a circle; types included.
 * Tests stand outside of the floors: they may import what they need to call the code as its users do.
 */
export function checkFloors(workspace: string): Findings {
  const files = sourceFiles(workspace).filter(({ path }) => !isTest(path))
  const known = new Set(files.map((file) => file.path))
  const graph = new Map(
    files.map((file) => [file.path, targets(file).filter((target) => known.has(target))] as const),
  )
  const size = sizes(files)
  const problems = [
    ...files.flatMap((file) => [...ofPackages(file), ...(file.owner.folder === main ? ofFloors(file) : [])]),
    ...cycles(graph).map((circle) => `${circle[0]}: imports go in a circle: ${circle.join(" → ")}`),
    ...size.problems,
  ]
  return size.note === undefined ? { problems } : { problems, note: size.note }
}

function targets(file: SourceFile): string[] {
  return file.imports.map(({ specifier }) => findTarget(file, specifier)).filter((path) => path !== undefined)
}

function ofPackages(file: SourceFile): string[] {
  return file.imports.flatMap((one) => {
    const target = findTarget(file, one.specifier)
    if (target === undefined) return []
    if (!target.startsWith(`${file.owner.folder}/`))
      return [at(file, one, "leaves its package: packages import each other by name")]
    return isTest(target) ? [at(file, one, "is a test")] : []
  })
}

function ofFloors(file: SourceFile): string[] {
  const from = findPlace(inSource(file.path))
  if (from === undefined) return [`${file.path}:1: stands on no floor: see scripts/floors/floor-map.ts`]
  return file.imports.flatMap((one) => {
    const target = findTarget(file, one.specifier)
    if (target === undefined) {
      if (!one.specifier.startsWith("node:"))
        return [at(file, one, "is a package: the main package depends on none")]
      if (one.kind !== "dynamic" && !mayImportNode(from))
        return [at(file, one, `exists on Node only, and this is ${describePlace(from)}`)]
      return []
    }
    const to = findPlace(inSource(target))
    if (to === undefined || mayImport(from, to)) return []
    return [at(file, one, `goes from ${describePlace(from)} to ${describePlace(to)}`)]
  })
}

function inSource(path: string): string {
  return path.slice(`${main}/src/`.length)
}

function at(file: SourceFile, { line, specifier }: Import, what: string): string {
  return `${file.path}:${line}: import of "${specifier}" ${what}`
}

if (import.meta.main) report(checkFloors(root))
