const wordsBeforeRegex = new Set(
  "return typeof case in of delete void throw new else do await yield".split(" "),
)

/**
 * Source text of the same length in which comments and the insides of strings, templates and regular expressions
 * are blanks, so that a search finds code only. Newlines stay, and so do the quotes around a string.
 */
export function mask(source: string): string {
  let code = ""
  let at = 0
  /** Depth of braces within each template substitution that is open. */
  const substitutions: number[] = []

  const blankUntil = (end: number) => {
    code += source.slice(at, end).replace(/[^\n]/g, " ")
    at = end
  }
  const keep = () => {
    code += source[at]
    at += 1
  }

  while (at < source.length) {
    const char = source[at]
    const pair = source.slice(at, at + 2)
    const depth = substitutions.at(-1)
    if (pair === "//") blankUntil(endOf(source, "\n", at))
    else if (pair === "/*") blankUntil(endOf(source, "*/", at + 2) + 2)
    else if (at === 0 && pair === "#!") blankUntil(endOf(source, "\n", at))
    else if (char === '"' || char === "'") {
      keep()
      blankUntil(endOfString(source, at, char))
      keep()
    } else if (char === "/" && startsRegex(code)) {
      keep()
      blankUntil(endOfRegex(source, at))
      keep()
    } else if (char === "`" || (char === "}" && depth === 0)) {
      if (char === "}") substitutions.pop()
      keep()
      blankUntil(endOfTemplate(source, at))
      if (source[at] === "$") {
        code += " "
        at += 1
        substitutions.push(0)
      }
      if (at < source.length) keep()
    } else {
      if (depth !== undefined && char === "{") substitutions[substitutions.length - 1] = depth + 1
      if (depth !== undefined && char === "}") substitutions[substitutions.length - 1] = depth - 1
      keep()
    }
  }
  return code
}

function endOf(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from)
  return found < 0 ? source.length : found
}

function endOfString(source: string, from: number, quote: string): number {
  let at = from
  while (at < source.length && source[at] !== quote && source[at] !== "\n") at += source[at] === "\\" ? 2 : 1
  return Math.min(at, source.length)
}

function endOfTemplate(source: string, from: number): number {
  let at = from
  while (at < source.length && source[at] !== "`" && source.slice(at, at + 2) !== "${")
    at += source[at] === "\\" ? 2 : 1
  return Math.min(at, source.length)
}

function endOfRegex(source: string, from: number): number {
  let at = from
  let inClass = false
  while (at < source.length && source[at] !== "\n" && (inClass || source[at] !== "/")) {
    if (source[at] === "[") inClass = true
    if (source[at] === "]") inClass = false
    at += source[at] === "\\" ? 2 : 1
  }
  return Math.min(at, source.length)
}

/** Whether a slash after this code begins a regular expression; otherwise it divides. */
function startsRegex(before: string): boolean {
  const code = before.trimEnd()
  const word = /[\w$]+$/.exec(code)?.[0]
  if (word !== undefined) return wordsBeforeRegex.has(word)
  return !/[)\]}"'`]$/.test(code)
}
