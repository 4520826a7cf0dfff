import { basename } from "node:path"
import { addToList } from "./add-to-list.ts"
import { addToRecord } from "./add-to-record.ts"
import { findRecord, type ModuleRecord, type Property } from "./find-record.ts"
import { importLine } from "./import-line.ts"
import { type ImportStatement, importStatements } from "./import-statements.ts"
import { type Insertion, insertAll } from "./insertion.ts"
import type { NewImport } from "./new-import.ts"
import { partsWithin, type Syntax, syntaxOf } from "./syntax.ts"

/** The result for a file. */
export type Entered =
  | { readonly kind: "changed"; readonly text: string; readonly added: readonly string[] }
  | { readonly kind: "present" }
  | {
      readonly kind: "refused"
      readonly reason: string
      /** The file uses the module's name for something else, so a manual edit would fail too. */
      readonly isNameTaken?: true
    }

/**
 * Adds a module to another's `imports`. Text is only inserted, never replaced, so the formatting of the file is kept.
 * If the edit is not certain to be correct, the file is not changed and the reason is returned.
 */
export function enterModule(source: string, entered: NewImport, file: string): Entered {
  const syntax = syntaxOf(source)
  if (syntax === undefined) return refused("its brackets, strings or comments do not fit together")
  const imports = importStatements(syntax)
  const record = findRecord(syntax, imports, constantOf(file))
  if (typeof record === "string") return refused(record)
  const known = localName(imports, entered)
  if (known === undefined && isBound(syntax, entered.name))
    return { ...refused(`\`${entered.name}\` is something else there`), isNameTaken: true }
  const list = listEdit(syntax, record, known ?? entered.name)
  if (typeof list === "string") return refused(list)
  if (list === undefined && known !== undefined) return { kind: "present" }
  const line = known === undefined ? importLine(syntax, imports, entered) : undefined
  const insertions: readonly Insertion[] = [...(line ?? []), ...(list ?? [])]
  return {
    kind: "changed",
    text: insertAll(source, insertions),
    added: insertions.map(({ text }) => text.replaceAll(/^[\s,;]+|[\s,]+$/g, "")).filter(Boolean),
  }
}

function refused(reason: string): Extract<Entered, { kind: "refused" }> {
  return { kind: "refused", reason }
}

/** The conventional export of `src/app-module.ts`: `AppModule`. */
function constantOf(file: string): string {
  const words = basename(file).replace(/\..*$/, "").split("-")
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

/** The name under which the file already imports the module. */
function localName(imports: readonly ImportStatement[], { name, from }: NewImport): string | undefined {
  const bare = (specifier: string) => specifier.replace(/\.[cm]?[jt]s$/, "")
  return imports
    .filter(({ specifier }) => bare(specifier) === bare(from))
    .flatMap(({ names }) => names)
    .find(({ exported }) => exported === name)?.local
}

/** Whether a name occurs in the file at all: then it may mean something else. */
function isBound({ code }: Syntax, name: string): boolean {
  return code.some(({ kind, text }) => kind === "word" && text === name)
}

/** The insertion that adds the name to the list; `undefined` if it is already there. */
function listEdit(
  syntax: Syntax,
  record: ModuleRecord,
  name: string,
): readonly Insertion[] | string | undefined {
  const imports = record.properties.filter((property) => property.name === "imports")
  if (imports.length > 1) return "its record has two `imports`"
  const [property] = imports
  if (property === undefined) {
    if (record.properties.some((one) => one.name === undefined))
      return "its record takes properties from elsewhere, and `imports` may be among them"
    return addToRecord(syntax, record, name)
  }
  const open = listOf(syntax, property)
  if (open === undefined) return "its `imports` are not a list that is written there"
  const end = syntax.partner.get(open)!
  const inside = syntax.code.slice(open, end)
  if (inside.some(({ kind, text }) => kind === "word" && text === name)) return undefined
  return addToList(syntax, open, partsWithin(syntax, open), name)
}

/** The index of the opening bracket of `imports: […]` or `imports: () => […]`, if the value is nothing else. */
function listOf({ code, partner }: Syntax, { value, last }: Property): number | undefined {
  if (value === undefined) return undefined
  const isFunction = code[value]!.text === "(" && partner.get(value) === value + 1
  const arrow = isFunction ? code.findIndex(({ text }, at) => at > value && text === "=>") : -1
  const open = isFunction ? arrow + 1 : value
  if (isFunction && (arrow === -1 || arrow > last)) return undefined
  if (code[open]?.text !== "[") return undefined
  const end = partner.get(open)!
  return end === last || ["as", "satisfies"].includes(code[end + 1]!.text) ? open : undefined
}
