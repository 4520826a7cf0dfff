import type { SourceToken } from "./tokens.ts"

/** The newline of a source: that of its first line. */
export function newlineOf(source: string): string {
  return /\r\n|\n/.exec(source)?.[0] ?? "\n"
}

/** The white space at the beginning of the line that holds a place. */
export function indentAt(source: string, at: number): string {
  const start = source.lastIndexOf("\n", at - 1) + 1
  return /^[^\S\r\n]*/.exec(source.slice(start, at))![0].replace("\ufeff", "")
}

/** Whether only white space stands before a place in its line. */
export function beginsLine(source: string, at: number): boolean {
  const start = source.lastIndexOf("\n", at - 1) + 1
  return source.slice(start, at).replace("\ufeff", "").trim() === ""
}

/** Whether a range holds a newline. */
export function hasNewline(source: string, from: number, to: number): boolean {
  return source.slice(from, to).includes("\n")
}

/** The end of the last comment that follows a place on its line, or the place itself. */
export function afterComments(source: string, all: readonly SourceToken[], from: number): number {
  let end = from
  for (const { kind, start, end: over } of all) {
    if (start < end) continue
    if (kind !== "comment" || hasNewline(source, end, over)) break
    end = over
  }
  return end
}
