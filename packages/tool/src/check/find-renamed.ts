import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { shortPlace } from "../inspect/short-place.ts"
import { partsWithin, type Syntax, syntaxOf } from "../edit/syntax.ts"
import type { Finding } from "./finding.ts"
import { type RenamedName, renamedNames } from "./renamed-names.ts"

/**
 * The places of a package that import a renamed or removed name. It reads text, because such a program does not start:
 * `import` and `export … from` with names in braces, types included. A name that is read from `import * as` or from
 * `await import()` is left to the compiler.
 */
export function findRenamed(
  folder: string,
  table: readonly RenamedName[] = renamedNames,
): readonly Finding[] {
  if (table.length === 0) return []
  const files = globSync("**/*.{ts,mts,js,mjs}", {
    cwd: folder,
    exclude: (name) => /^(?:node_modules|dist|\..+)$/.test(name),
  })
  return files.toSorted().flatMap((path) => {
    const file = join(folder, path)
    const syntax = syntaxOf(readFileSync(file, "utf8"))
    if (syntax === undefined) return []
    return importedNames(syntax).flatMap(({ from, name, offset }) => {
      const renamed = table.find((one) => one.from === from && one.name === name)
      return renamed === undefined ? [] : [findingOf(renamed, placeIn(file, syntax.source, offset))]
    })
  })
}

function findingOf({ from, name, since, fix }: RenamedName, where: string): Finding {
  return {
    severity: "fault",
    code: "NAME_RENAMED",
    subject: name,
    message: `"${from}" does not export \`${name}\` since ${since}.`,
    where,
    fix,
    chain: [],
  }
}

interface ImportedName {
  readonly from: string
  readonly name: string
  readonly offset: number
}

function importedNames(syntax: Syntax): readonly ImportedName[] {
  const { code, partner } = syntax
  return code.flatMap(({ text, kind }, at) => {
    if (kind !== "word" || (text !== "import" && text !== "export")) return []
    let open = at + 1
    // `import type {`, `import Default, {`
    while (code[open]?.kind === "word" || code[open]?.text === ",") open++
    const end = code[open]?.text === "{" ? partner.get(open) : undefined
    if (end === undefined || code[end + 1]?.text !== "from" || code[end + 2]?.kind !== "string") return []
    const from = code[end + 2]!.text.slice(1, -1)
    return partsWithin(syntax, open).map(({ first, last }) => {
      const isType = code[first]!.text === "type" && last > first && code[first + 1]!.text !== "as"
      const token = code[isType ? first + 1 : first]!
      return { from, name: token.text, offset: token.start }
    })
  })
}

function placeIn(file: string, source: string, offset: number): string {
  const before = source.slice(0, offset).split("\n")
  return `${shortPlace(file)}:${before.length}:${before.at(-1)!.length + 1}`
}
