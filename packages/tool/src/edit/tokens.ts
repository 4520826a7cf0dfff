/** A token of a source. White space is omitted; comments are included, because an edit must not split one. */
export interface SourceToken {
  readonly kind: "word" | "string" | "template" | "regex" | "number" | "mark" | "comment"
  readonly start: number
  readonly end: number
  readonly text: string
}

const wordsBeforeRegex = new Set(
  "return typeof case in of delete void throw new else do await yield default extends instanceof".split(" "),
)
const word = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy
const number = /\d[\w.]*/y
// Only the multi-character marks that edits need are one token.
const mark = /=>|\.{3}|[^\s]/uy
const space = /[\s\ufeff]+/y

/**
 * The tokens of a TypeScript source; `undefined` if it cannot be tokenized with certainty, such as with an unterminated
 * string, comment or template. A template is one token, whatever it contains.
 */
export function tokensOf(source: string): readonly SourceToken[] | undefined {
  const tokens: SourceToken[] = []
  let at = source.startsWith("#!") ? lineEnd(source, 0) : 0
  while (at < source.length) {
    at = endOfMatch(space, source, at) ?? at
    if (at >= source.length) break
    const found = cutAt(source, at, tokens)
    if (found === undefined) return undefined
    tokens.push({ kind: found.kind, start: at, end: found.end, text: source.slice(at, found.end) })
    at = found.end
  }
  return tokens
}

type Cut = { readonly kind: SourceToken["kind"]; readonly end: number } | undefined

function cutAt(source: string, at: number, before: readonly SourceToken[]): Cut {
  const char = source[at]!
  const pair = source.slice(at, at + 2)
  if (pair === "//") return { kind: "comment", end: lineEnd(source, at) }
  if (pair === "/*") return cut("comment", endOf(source, "*/", at + 2))
  if (char === '"' || char === "'") return cut("string", endOfString(source, at + 1, char))
  if (char === "`") return cut("template", endOfTemplate(source, at + 1))
  if (char === "/" && startsRegex(before)) return cut("regex", endOfRegex(source, at + 1))
  const wordEnd = endOfMatch(word, source, at)
  if (wordEnd !== undefined) return { kind: "word", end: wordEnd }
  const numberEnd = endOfMatch(number, source, at)
  if (numberEnd !== undefined) return { kind: "number", end: numberEnd }
  return cut("mark", endOfMatch(mark, source, at))
}

function cut(kind: SourceToken["kind"], end: number | undefined): Cut {
  return end === undefined ? undefined : { kind, end }
}

function endOfMatch(expression: RegExp, source: string, at: number): number | undefined {
  expression.lastIndex = at
  return expression.test(source) ? expression.lastIndex : undefined
}

/** The end of the line that contains a position, before its newline. */
function lineEnd(source: string, at: number): number {
  const found = source.slice(at).search(/[\n\r\u2028\u2029]/)
  return found === -1 ? source.length : at + found
}

function endOf(source: string, text: string, from: number): number | undefined {
  const found = source.indexOf(text, from)
  return found === -1 ? undefined : found + text.length
}

function endOfString(source: string, from: number, quote: string): number | undefined {
  for (let at = from; at < source.length; at++) {
    if (source[at] === quote) return at + 1
    if (source[at] === "\n") return undefined
    if (source[at] === "\\") at += source.startsWith("\r\n", at + 1) ? 2 : 1
  }
  return undefined
}

function endOfTemplate(source: string, from: number): number | undefined {
  for (let at = from; at < source.length; at++) {
    if (source[at] === "`") return at + 1
    if (source[at] === "\\") {
      at += 1
      continue
    }
    if (!source.startsWith("${", at)) continue
    const end = endOfSubstitution(source, at + 2)
    if (end === undefined) return undefined
    at = end - 1
  }
  return undefined
}

/** The end of a template's expression, after its brace. */
function endOfSubstitution(source: string, from: number): number | undefined {
  const inside: SourceToken[] = []
  let depth = 0
  for (let at = from; at < source.length;) {
    const start = endOfMatch(space, source, at) ?? at
    const found = cutAt(source, start, inside)
    if (found === undefined) return undefined
    const text = source.slice(start, found.end)
    if (text === "}" && depth === 0) return found.end
    if (found.kind === "mark") depth += Number(text === "{") - Number(text === "}")
    inside.push({ kind: found.kind, start, end: found.end, text })
    at = found.end
  }
  return undefined
}

function endOfRegex(source: string, from: number): number | undefined {
  let inClass = false
  for (let at = from; at < source.length && source[at] !== "\n"; at++) {
    if (source[at] === "\\") at += 1
    else if (source[at] === "[") inClass = true
    else if (source[at] === "]") inClass = false
    else if (source[at] === "/" && !inClass) return endOfMatch(word, source, at + 1) ?? at + 1
  }
  return undefined
}

/** Whether a slash after these tokens starts a regular expression; otherwise it divides. */
function startsRegex(before: readonly SourceToken[]): boolean {
  const last = before.findLast(({ kind }) => kind !== "comment")
  if (last === undefined) return true
  if (last.kind === "word") return wordsBeforeRegex.has(last.text)
  return last.kind === "mark" && !/^[)\]}]$/.test(last.text)
}
