import { parseAst } from "rolldown/parseAst"
import { docText } from "../../reading/declarations.ts"

/** A name in another module, as an import or a re-export names it. */
export interface Reference {
  readonly specifier: string
  readonly name: string
}

/** One statement that declares a name. */
export interface Statement {
  /** Without comments, `export` and `declare`. */
  readonly text: string
  /** The same with the comments of its members. */
  readonly commented: string
  /** The text of its doc comment, without the stars. */
  readonly doc: string
  /** The types that it names, without its own type parameters. */
  readonly types: readonly string[]
}

/** What an emitted `.d.ts` file declares, imports and exports. */
export interface DeclarationFile {
  /** Statements by the name they declare: overloads, and a type and a value of one name, are several. */
  readonly declared: ReadonlyMap<string, readonly Statement[]>
  readonly imported: ReadonlyMap<string, Reference>
  /** Exported names, and what each is called in this file or in another one. */
  readonly exported: ReadonlyMap<string, string | Reference>
  /** The modules of `export *`. */
  readonly stars: readonly string[]
}

type TopLevel = ReturnType<typeof parseAst>["body"][number]

/** Reads the text of a `.d.ts` file. */
export function parseDeclarationFile(text: string): DeclarationFile {
  const declared = new Map<string, Statement[]>()
  const imported = new Map<string, Reference>()
  const exported = new Map<string, string | Reference>()
  const stars: string[] = []
  let end = 0
  const declare = (node: Node, start: number) => {
    const names = namesOf(node)
    const written = text.slice(node.start, node.end)
    const doc = docText(/\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(text.slice(end, start))?.[0].trim() ?? "")
    for (const name of names)
      declared.set(name, [
        ...(declared.get(name) ?? []),
        { text: plainText(written), commented: withoutExport(written), doc, types: typesIn(node) },
      ])
    end = node.end
    return names
  }
  for (const node of parseAst(text, { lang: "dts" }).body as readonly TopLevel[]) {
    if (node.type === "ImportDeclaration")
      for (const one of node.specifiers)
        imported.set(one.local.name, {
          specifier: node.source.value,
          name: one.type === "ImportSpecifier" ? nameOf(one.imported) : "*",
        })
    else if (node.type === "ExportAllDeclaration") stars.push(node.source.value)
    else if (node.type !== "ExportNamedDeclaration") declare(node as unknown as Node, node.start)
    else {
      for (const name of node.declaration ? declare(node.declaration as unknown as Node, node.start) : [])
        exported.set(name, name)
      for (const { local, exported: as } of node.specifiers)
        exported.set(
          nameOf(as),
          node.source ? { specifier: node.source.value, name: nameOf(local) } : nameOf(local),
        )
    }
  }
  return { declared, imported, exported, stars }
}

/** Any node of the syntax tree, as far as it is read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

function nameOf(node: object): string {
  return "name" in node ? String(node.name) : "value" in node ? String(node.value) : ""
}

function namesOf(node: Node): string[] {
  if (Array.isArray(node["declarations"]))
    return (node["declarations"] as { readonly id: object }[]).map(({ id }) => nameOf(id))
  const id = node["id"]
  return typeof id === "object" && id !== null ? [nameOf(id)] : []
}

/** Names of types within a node. A name that the node itself declares as a type parameter is left out. */
function typesIn(node: Node): readonly string[] {
  const named = new Set<string>()
  const own = new Set<string>()
  visit(node, (inner) => {
    if (inner.type === "TSTypeParameter") own.add(nameOf(inner["name"] as object))
    if (inner.type === "TSMappedType") own.add(nameOf(inner["key"] as object))
    const name = leftmost(referred(inner))
    if (name !== undefined) named.add(name)
  })
  return [...named].filter((name) => !own.has(name))
}

function referred(node: Node): unknown {
  if (node.type === "TSTypeReference") return node["typeName"]
  if (node.type === "TSTypeQuery") return node["exprName"]
  if (node.type === "TSInterfaceHeritage" || node.type === "TSClassImplements") return node["expression"]
  if (node.type === "ClassDeclaration") return node["superClass"]
  return undefined
}

/** `Kysely` of `Kysely.Table`. */
function leftmost(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === "Identifier") return nameOf(node)
  return leftmost(node["left"] ?? node["object"])
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(inner)) visit(inner, see)
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value
}

const commentsAndStrings = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g

function plainText(text: string): string {
  return withoutExport(text.replace(commentsAndStrings, (_, string: string | undefined) => string ?? ""))
}

function withoutExport(text: string): string {
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .replace(/^(?:export )?(?:declare )?/, "")
}
