import { declarations } from "../reading/declarations.ts"
import type { Import } from "../reading/imports.ts"
import { mask } from "../reading/mask.ts"
import { findTarget, type SourceFile } from "../reading/source-file.ts"

/** A name that a door lets out, and where it comes from. */
export interface DoorName {
  readonly name: string
  /** What it is called in the file that declares it. */
  readonly declared: string
  readonly target: string
  readonly line: number
}

/** The names a door lets out, in the door's order, and what the door does besides re-exporting. */
export function doorNames(
  door: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): {
  readonly names: readonly DoorName[]
  readonly problems: readonly string[]
} {
  const names: DoorName[] = []
  const problems: string[] = []
  for (const one of door.imports) {
    const target = findTarget(door, one.specifier)
    if (one.kind !== "re-export") problems.push(`${door.path}:${one.line}: a door only re-exports`)
    else if (target === undefined)
      problems.push(`${door.path}:${one.line}: a door lets out only what its own package declares`)
    else if (one.clause.includes("*") && !hasReason(door, one))
      problems.push(
        `${door.path}:${one.line}: "export *" hides what is public: write the names, or the reason above`,
      )
    else
      for (const [declared, name] of namesIn(one, files.get(target)))
        names.push({ name, declared, target, line: one.line })
  }
  const other = firstOther(door.text)
  if (other !== "") problems.push(`${door.path}: a door only re-exports, and this is code: ${other}`)
  return { names, problems }
}

function hasReason(door: SourceFile, { line, clause }: Import): boolean {
  return /^(?:type\s+)?\*$/.test(clause) && /^\s*\/\//.test(door.text.split("\n")[line - 2] ?? "")
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

/** The first line of code that is neither an import nor a re-export; empty when there is none. */
function firstOther(text: string): string {
  const rest = mask(text).replace(reexport, "").replace(/;/g, "").trim()
  return rest.split("\n", 1)[0] ?? ""
}
