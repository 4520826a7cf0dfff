import type { SourceToken } from "./tokens.ts"

/** The newline of a source: that of its first line. */
export function newlineOf(source: string): string {
  return /\r\n|\n/.exec(source)?.[0] ?? "\n"
}

/** The indentation of the line that contains a position. */
export function indentAt(source: string, at: number): string {
  const start = source.lastIndexOf("\n", at - 1) + 1
  return /^[^\S\r\n]*/.exec(source.slice(start, at))![0].replace("\ufeff", "")
}

/** Whether a position is preceded only by white space in its line. */
export function beginsLine(source: string, at: number): boolean {
  const start = source.lastIndexOf("\n", at - 1) + 1
  return source.slice(start, at).replace("\ufeff", "").trim() === ""
}

/** Whether a range contains a newline. */
export function hasNewline(source: string, from: number, to: number): boolean {
  return source.slice(from, to).includes("\n")
}

/** The end of the last comment after a position on its line, or the position itself. */
export function afterComments(source: string, all: readonly SourceToken[], from: number): number {
  let end = from
  for (const { kind, start, end: over } of all) {
    if (start < end) continue
    if (kind !== "comment" || hasNewline(source, end, over)) break
    end = over
  }
  return end
}
