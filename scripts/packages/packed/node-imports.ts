import { readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { imports } from "../../reading/imports.ts"

/** The entry points of the main package that may need Node. All others also load in browsers and on edge runtimes. */
const nodeEntryPoints: readonly string[] = ["trivet/node", "trivet/cli", "trivet/testing"]

/** The problems of an entry point that must load outside Node: each path of imports from its file to a `node:` module. */
export function checkNodeImports(entryPoint: string, file: string): readonly string[] {
  if (nodeEntryPoints.includes(entryPoint)) return []
  return waysToNode(file).map((way) => `${entryPoint} must load outside Node, and imports ${way}`)
}

/** Every way from a built file to a `node:` module or a package, dynamic imports included. */
export function waysToNode(file: string, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return imports(readFileSync(file, "utf8")).flatMap(({ specifier }) => {
    const ways = specifier.startsWith(".") ? waysToNode(join(dirname(file), specifier), seen) : [specifier]
    return ways.map((way) => `${basename(file)} → ${way}`)
  })
}
