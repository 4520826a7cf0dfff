import { lineAt } from "./line-at.ts"
import { mask } from "./mask.ts"

/** One place where a file names another module, for values or for types alone. */
export interface Import {
  readonly kind: "import" | "re-export" | "dynamic"
  readonly specifier: string
  /** What is between the keyword and `from`, such as `type { Fault }`; empty if there is nothing. */
  readonly clause: string
  readonly line: number
}

const named = String.raw`\{[^}]*\}|\*\s*as\s+[\w$]+`
const statement = new RegExp(
  String.raw`(?<![\w$.])(import|export)\b\s*((?:type\b\s*)?(?:${named}|\*|[\w$]+(?:\s*,\s*(?:${named}))?))\s*\bfrom\s*(["'])`,
  "g",
)
const bare = /(?<![\w$.])import\s*(["'])/g
// Also finds `import("…")` within types, which is as much a dependency.
const dynamic = /(?<![\w$.])import\s*\(\s*(["'])/g

/**
 * The modules a TypeScript source names, in order of their lines. Reads text, not a syntax tree: TypeScript 7 has
 * no compiler API to rely on. Specifiers that are computed at run time are not seen.
 */
export function imports(source: string): Import[] {
  const code = mask(source)
  const found: Import[] = []
  const add = (kind: Import["kind"], clause: string, match: RegExpExecArray, quote: string) => {
    const start = match.index + match[0].length
    const specifier = source.slice(start, code.indexOf(quote, start))
    found.push({ kind, specifier, clause, line: lineAt(source, match.index) })
  }
  for (const match of code.matchAll(statement)) {
    const [, keyword, clause = "", quote = '"'] = match
    add(keyword === "export" ? "re-export" : "import", clause, match, quote)
  }
  for (const match of code.matchAll(bare)) add("import", "", match, match[1] ?? '"')
  for (const match of code.matchAll(dynamic)) add("dynamic", "", match, match[1] ?? '"')
  return found.toSorted((a, b) => a.line - b.line)
}
