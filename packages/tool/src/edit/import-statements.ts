import { type Syntax, partsWithin } from "./syntax.ts"

/** An `import` statement of a source. */
export interface ImportStatement {
  readonly start: number
  /** After its semicolon, if it has one. */
  readonly end: number
  readonly specifier: string
  /** The quote around its specifier. */
  readonly quote: string
  readonly semicolon: boolean
  /** The imported names: exported and local. Types are omitted. */
  readonly names: readonly { readonly exported: string; readonly local: string }[]
}

/** The static imports of a source, in their order. */
export function importStatements(syntax: Syntax): readonly ImportStatement[] {
  const { code, partner } = syntax
  const found: ImportStatement[] = []
  for (let at = 0; at < code.length; at++) {
    const { text, kind } = code[at]!
    // Only top-level statements: code in brackets contains no import statements.
    if (kind === "mark" && "([{".includes(text)) at = partner.get(at) ?? at
    else if (kind === "word" && text === "import" && !["(", "."].includes(code[at + 1]?.text ?? "")) {
      const statement = statementAt(syntax, at)
      if (statement === undefined) continue
      found.push(statement)
    }
  }
  return found
}

function statementAt(syntax: Syntax, at: number): ImportStatement | undefined {
  const { code, partner } = syntax
  let end = at + 1
  while (end < code.length && code[end]!.kind !== "string") {
    const { text } = code[end]!
    if (text === "=" || text === ";") return undefined
    end = (text === "{" ? partner.get(end)! : end) + 1
  }
  const from = code[end]
  if (from === undefined) return undefined
  if (code[end + 1]?.text === "with" && code[end + 2]?.text === "{") end = partner.get(end + 2)!
  const semicolon = code[end + 1]?.text === ";"
  return {
    start: code[at]!.start,
    end: code[semicolon ? end + 1 : end]!.end,
    specifier: from.text.slice(1, -1),
    quote: from.text[0]!,
    semicolon,
    names: code[at + 1]!.text === "type" && code[at + 2]?.text !== "from" ? [] : namesIn(syntax, at + 1, end),
  }
}

function namesIn(syntax: Syntax, first: number, last: number): ImportStatement["names"] {
  const { code } = syntax
  const names: { exported: string; local: string }[] = []
  const begin = code[first]!
  if (begin.kind === "word") names.push({ exported: "default", local: begin.text })
  for (let at = first; at < last; at++) {
    if (code[at]!.text === "*" && code[at + 1]?.text === "as")
      names.push({ exported: "*", local: code[at + 2]!.text })
    if (code[at]!.text !== "{") continue
    for (const part of partsWithin(syntax, at)) {
      const words = code.slice(part.first, part.last + 1).map(({ text }) => text)
      if (words[0] === "type" && words.length > 1 && words[1] !== "as") continue
      names.push({ exported: words[0]!, local: words.at(-1)! })
    }
    break
  }
  return names
}
