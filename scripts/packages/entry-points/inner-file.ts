import { declarations } from "../../reading/declarations.ts"
import { lineAt } from "../../reading/line-at.ts"
import { mask } from "../../reading/mask.ts"
import type { SourceFile } from "../../reading/source-file.ts"

const exportList = /^export\s+(?:type\s+)?\{(?![^}]*\}\s*from\b)/gm

/** The problems in the exports of a file that is no entry point: it re-exports, or exports without a doc comment. */
export function innerFileProblems({ path, text, imports }: SourceFile): string[] {
  const passedOn = imports
    .filter(({ kind }) => kind === "re-export")
    .map(({ line, specifier }) => `${path}:${line}: re-exports "${specifier}": only an entry point may`)
  // A list could also re-export imported names, which would be a barrel in two steps.
  const lists = [...mask(text).matchAll(exportList)].map(
    ({ index }) => `${path}:${lineAt(text, index)}: exports a list: export each name where it is declared`,
  )
  const unexplained = declarations(text)
    .filter(({ doc }) => doc === undefined || doc === "")
    .map(({ name, line }) => `${path}:${line}: "${name}" is exported without a doc comment`)
  return [...passedOn, ...lists, ...unexplained]
}
