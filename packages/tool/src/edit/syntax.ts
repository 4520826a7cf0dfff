import { type SourceToken, tokensOf } from "./tokens.ts"

/** The tokens of a source, and the matching bracket of every bracket. */
export interface Syntax {
  readonly source: string
  /** Including comments. */
  readonly all: readonly SourceToken[]
  readonly code: readonly SourceToken[]
  /** The index of the matching bracket for each bracket in `code`. */
  readonly partner: ReadonlyMap<number, number>
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" }

/** Parses a source; `undefined` if it cannot be tokenized with certainty or its brackets do not match. */
export function syntaxOf(source: string): Syntax | undefined {
  const all = tokensOf(source)
  if (all === undefined) return undefined
  const code = all.filter(({ kind }) => kind !== "comment")
  const partner = new Map<number, number>()
  const open: number[] = []
  for (const [index, { kind, text }] of code.entries()) {
    if (kind !== "mark") continue
    if (text in closing) open.push(index)
    if (!/^[)\]}]$/.test(text)) continue
    const begun = open.pop()
    if (begun === undefined || closing[code[begun]!.text] !== text) return undefined
    partner.set(begun, index).set(index, begun)
  }
  return open.length === 0 ? { source, all, code, partner } : undefined
}

/** A range of `code` between commas: an element of a list, a property of a record. */
export interface Part {
  /** The indexes of its first and its last token. */
  readonly first: number
  readonly last: number
}

/** The parts between commas within the brackets that open at an index. */
export function partsWithin({ code, partner }: Syntax, open: number): readonly Part[] {
  const end = partner.get(open)!
  const parts: Part[] = []
  let first = open + 1
  for (
    let at = open + 1;
    at <= end;
    at = (closing[code[at]!.text] && partner.get(at) ? partner.get(at)! : at) + 1
  ) {
    if (at !== end && code[at]!.text !== ",") continue
    if (at > first) parts.push({ first, last: at - 1 })
    first = at + 1
  }
  return parts
}
