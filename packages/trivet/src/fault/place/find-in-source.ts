/** A line and a column, both counted from 0. */
export interface SourcePlace {
  readonly lineNumber: number
  readonly columnNumber: number
}

/**
 * Finds the line in a function's source that contains the first mark as a string literal; if several do, the one that
 * also contains the other marks, as words in any case. This locates a route in `routes()` without recording where each
 * record was written, which would slow down every boot. A mark that ends with `/*` also matches without it, because
 * `mount()` and `staticFiles()` add it. Returns `undefined` if no line matches, and the last of several.
 */
export function findInSource(
  text: string,
  begin: SourcePlace,
  [literal, ...others]: readonly string[],
): SourcePlace | undefined {
  if (literal === undefined) return undefined
  const quoted = ['"', "'", "`"].map((quote) => `${quote}${literal}${quote}`)
  const lines = text.split("\n").map((line, index) => ({ line, index }))
  let found = lines.filter(({ line }) => quoted.some((sign) => line.includes(sign)))
  for (const mark of others) {
    const narrower = found.filter(({ line }) => wordsBeside(line, literal).includes(mark.toLowerCase()))
    if (narrower.length > 0) found = narrower
  }
  const last = found.at(-1)
  if (last === undefined)
    return literal.endsWith("/*") ? findInSource(text, begin, [literal.slice(0, -2), ...others]) : undefined
  const column = Math.max(...quoted.map((sign) => last.line.lastIndexOf(sign)))
  // The reported position of a method is at its parameters, but its text begins at its name.
  const first = begin.columnNumber - Math.max(text.indexOf("("), 0)
  return {
    lineNumber: begin.lineNumber + last.index,
    columnNumber: last.index === 0 ? first + column : column,
  }
}

function wordsBeside(line: string, literal: string): readonly string[] {
  return line.replaceAll(literal, "").toLowerCase().match(/\w+/g) ?? []
}
