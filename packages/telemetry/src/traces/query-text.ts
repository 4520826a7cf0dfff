/** A statement as a span shows it. */
export interface QueryText {
  /** Without literals and comments. */
  readonly text: string
  /** The first word, such as `SELECT`. */
  readonly operation: string
  /** The first word and the first table. */
  readonly summary: string
}

/** The maximum length of a text. */
const longest = 4_096
/** The number of cached texts: an application has few, unless it writes values into them. */
const remembered = 1_000

const texts = new Map<string, QueryText>()

/** Removes everything from a statement that may be a value. Values of parameters are not part of it. */
export function queryText(statement: string): QueryText {
  const known = texts.get(statement)
  if (known !== undefined) return known
  const text = withoutLiterals(statement.slice(0, longest))
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "QUERY"
  const table = /\b(?:from|into|update|join)\s+((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)/i.exec(text)?.[1]
  const summary = table === undefined ? operation : `${operation} ${table.replaceAll('"', "")}`
  if (texts.size >= remembered) texts.clear()
  const made = { text, operation, summary }
  texts.set(statement, made)
  return made
}

/** The parts of a statement that are kept or removed. An unterminated literal extends to the end. */
const part = new RegExp(
  [
    String.raw`(?<comment>--[^\n]*|/\*(?:(?!\*/)[^])*(?:\*/|$))`,
    String.raw`(?<kept>"(?:[^"]|"")*"|\$\d+)`,
    String.raw`(?<literal>[eE]'(?:[^'\\]|\\[^]|'')*(?:'|$)|(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*(?:'|$))`,
    String.raw`(?<dollars>\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$(?:(?!\$\k<tag>\$)[^])*(?:\$\k<tag>\$|$))`,
    String.raw`(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)`,
    String.raw`(?<number>\d[\w.]*)`,
  ].join("|"),
  "g",
)

function withoutLiterals(statement: string): string {
  return statement
    .replace(part, (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>>
      if (groups["comment"] !== undefined) return ""
      return groups["kept"] ?? groups["word"] ?? "?"
    })
    .replaceAll(/\s+/g, " ")
    .trim()
}
