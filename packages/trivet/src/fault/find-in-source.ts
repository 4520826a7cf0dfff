/** A line and a column, both counted from 0. */
export interface SourcePlace {
  readonly lineNumber: number
  readonly columnNumber: number
}

/**
 * Finds the line of a function's own text that holds the first mark as a whole string literal, and if several do, the
 * other marks too, as words of any case. So a route is found in `routes()` without a note of where each record was written,
 * which would cost every boot. A literal that ends with `/*` may stand without it: `mount()` and `staticFiles()` add it.
 * Gives `undefined` where no line does, and the last of several.
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
  // A method is said to begin at its parameters, its text at its name.
  const first = begin.columnNumber - Math.max(text.indexOf("("), 0)
  return {
    lineNumber: begin.lineNumber + last.index,
    columnNumber: last.index === 0 ? first + column : column,
  }
}

function wordsBeside(line: string, literal: string): readonly string[] {
  return line.replaceAll(literal, "").toLowerCase().match(/\w+/g) ?? []
}
