import { lineAt } from "./line-at.ts"
import { mask } from "./mask.ts"

/** Something a file exports where it declares it. */
export interface Declaration {
  readonly name: string
  readonly kind: string
  readonly line: number
  /** The text of its doc comment without the stars; undefined when there is none. */
  readonly doc: string | undefined
}

const exported =
  /^export\s+(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(class|function|const|let|interface|type|enum|namespace)\b\s*\*?\s*([\w$]+)/gm

/** What a source exports. Overloads, and a type and a value of one name, are one declaration: the documented one. */
export function declarations(source: string): Declaration[] {
  const code = mask(source)
  const found = new Map<string, Declaration>()
  for (const match of code.matchAll(exported)) {
    const [, kind = "", name = ""] = match
    const known = found.get(name)
    if (known?.doc !== undefined) continue
    const doc = docBefore(source, code, match.index)
    if (known === undefined || doc !== undefined)
      found.set(name, { name, kind, line: lineAt(source, match.index), doc })
  }
  return [...found.values()]
}

function docBefore(source: string, code: string, position: number): string | undefined {
  const between = source.slice(code.slice(0, position).trimEnd().length, position)
  const comment = between.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1)
  return comment === undefined ? undefined : docText(comment)
}

/** The text of a doc comment, line by line, without its stars. */
export function docText(comment: string): string {
  return comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim()
}
