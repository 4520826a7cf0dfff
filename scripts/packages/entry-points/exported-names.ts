import { declarations } from "../../reading/declarations.ts"
import type { Import } from "../../reading/imports.ts"
import { mask } from "../../reading/mask.ts"
import { findTarget, type SourceFile } from "../../reading/source-file.ts"

/** A name that an entry point exports, and where it is declared. */
export interface ExportedName {
  readonly name: string
  /** What it is called in the file that declares it. */
  readonly declared: string
  readonly target: string
  readonly line: number
}

/** The names that an entry point exports, in its order, and the problems of its file. */
export function exportedNames(
  entry: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): {
  readonly names: readonly ExportedName[]
  readonly problems: readonly string[]
} {
  const names: ExportedName[] = []
  const problems: string[] = []
  for (const one of entry.imports) {
    const target = findTarget(entry, one.specifier)
    if (one.kind !== "re-export")
      problems.push(`${entry.path}:${one.line}: an entry point contains only re-exports`)
    else if (target === undefined)
      problems.push(
        `${entry.path}:${one.line}: an entry point exports only names that its own package declares`,
      )
    else if (one.clause.includes("*") && !hasReason(entry, one))
      problems.push(
        `${entry.path}:${one.line}: "export *" hides what is public: write the names, or the reason above`,
      )
    else
      for (const [declared, name] of namesIn(one, files.get(target)))
        names.push({ name, declared, target, line: one.line })
  }
  const other = firstOther(entry.text)
  if (other !== "")
    problems.push(`${entry.path}: an entry point contains only re-exports, and this is code: ${other}`)
  return { names, problems }
}

function hasReason(entry: SourceFile, { line, clause }: Import): boolean {
  return /^(?:type\s+)?\*$/.test(clause) && /^\s*\/\//.test(entry.text.split("\n")[line - 2] ?? "")
}

function namesIn({ clause }: Import, target: SourceFile | undefined): [declared: string, name: string][] {
  if (clause.includes("*")) return declarations(target?.text ?? "").map(({ name }) => [name, name])
  return clause
    .replace(/^type\b/, "")
    .replace(/[{}]/g, "")
    .split(",")
    .map((part) => part.trim().replace(/^type\s+/, ""))
    .filter((part) => part !== "")
    .map((part) => {
      const [declared = part, name = declared] = part.split(/\s+as\s+/)
      return [declared, name]
    })
}

const reexport = /\b(?:import|export)\b[^;"']*?\bfrom\s*(["']).*?\1|\bimport\s*(["']).*?\2/g

/** The first line of code that is neither an import nor a re-export; empty if there is none. */
function firstOther(text: string): string {
  const rest = mask(text).replace(reexport, "").replace(/;/g, "").trim()
  return rest.split("\n", 1)[0] ?? ""
}
