import type { ImportStatement } from "./import-statements.ts"
import type { Insertion } from "./insertion.ts"
import { afterComments, beginsLine, indentAt, newlineOf } from "./layout.ts"
import type { NewImport } from "./new-import.ts"
import type { Syntax } from "./syntax.ts"

/**
 * The insertion of an import statement, formatted and placed like the existing ones. There is none if the file has no
 * imports.
 */
export function importLine(
  { source, all, code }: Syntax,
  imports: readonly ImportStatement[],
  { name, from }: NewImport,
): readonly Insertion[] {
  const relative = imports.filter(({ specifier }) => specifier.startsWith("."))
  const near = placeFor(relative.length === 0 ? imports : relative, from)
  const { quote, semicolon } = near.statement
  const isCompiled = relative.length > 0 && relative.every(({ specifier }) => specifier.endsWith(".js"))
  const specifier = isCompiled ? from.replace(/\.ts$/, ".js") : from
  const line = `import { ${name} } from ${quote}${specifier}${quote}${semicolon ? ";" : ""}`
  const newline = newlineOf(source)
  const { start, end } = near.statement
  const indent = indentAt(source, start)
  if (near.before && beginsLine(source, start)) return [{ at: start, text: `${line}${newline}${indent}` }]
  const behind = afterComments(source, all, end)
  const next = code.find((token) => token.start >= end)
  // If more code is on the line, the statement goes between; otherwise on its own line.
  const shares = next !== undefined && !source.slice(behind, next.start).includes("\n")
  return shares
    ? [{ at: end, text: `${semicolon ? "" : ";"} ${line}${semicolon ? "" : ";"}` }]
    : [{ at: behind, text: `${newline}${indent}${line}` }]
}

/** The position of the statement: alphabetical if the others are sorted, otherwise after the last. */
function placeFor(
  imports: readonly ImportStatement[],
  from: string,
): { readonly statement: ImportStatement; readonly before: boolean } {
  const isSorted = imports.every(({ specifier }, at) => at === 0 || imports[at - 1]!.specifier <= specifier)
  const isRelative = imports.every(({ specifier }) => specifier.startsWith("."))
  const smaller = imports.findLast(({ specifier }) => specifier < from)
  if (isSorted && isRelative && smaller !== undefined) return { statement: smaller, before: false }
  if (isSorted && isRelative) return { statement: imports[0]!, before: true }
  return { statement: imports.at(-1)!, before: false }
}
