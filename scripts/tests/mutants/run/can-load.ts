import { parseAst } from "rolldown/parseAst"

/**
 * Whether a changed file can still be loaded: it parses, and it exports every name that it exported before. Without one
 * of them every importer fails, which says nothing about the tests. Files that are not TypeScript pass.
 */
export function canLoad(file: string, original: string, changed: string): boolean {
  if (!/\.[mc]?ts$/.test(file)) return true
  try {
    const left = exportsOf(changed)
    return [...exportsOf(original)].every((name) => left.has(name))
  } catch {
    return false
  }
}

type Program = ReturnType<typeof parseAst>

/** The names that a module exports at run time; types are left out. `*` and a source stand for all of that source. */
function exportsOf(text: string): ReadonlySet<string> {
  return new Set(parseAst(text, { lang: "ts" }).body.flatMap(namesIn))
}

function namesIn(node: Program["body"][number]): string[] {
  if (node.type === "ExportDefaultDeclaration") return ["default"]
  if (node.type === "ExportAllDeclaration") return [`* ${node.source.value}`]
  if (node.type !== "ExportNamedDeclaration" || node.exportKind === "type") return []
  const { declaration, specifiers } = node
  const named = specifiers.map(({ exported }) =>
    exported.type === "Literal" ? exported.value : exported.name,
  )
  if (declaration === null) return named
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : []
}
