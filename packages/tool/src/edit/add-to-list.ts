import type { Insertion } from "./insertion.ts"
import { afterComments, beginsLine, hasNewline, indentAt, newlineOf } from "./layout.ts"
import type { Part, Syntax } from "./syntax.ts"

/** The insertion that appends a text to a list in brackets, formatted like its last element. */
export function addToList(
  { source, all, code, partner }: Syntax,
  open: number,
  parts: readonly Part[],
  text: string,
): readonly Insertion[] {
  const close = code[partner.get(open)!]!.start
  const last = parts.at(-1)
  if (last === undefined) return addToEmpty({ source, all }, code[open]!.end, close, text)
  const end = code[last.last]!.end
  const comma = code[last.last + 1]!.text === "," ? code[last.last + 1]!.end : undefined
  const behind = afterComments(source, all, comma ?? end)
  const begin = code[last.first]!.start
  const isDown = hasNewline(source, behind, close)
  if (isDown) {
    const before = code[last.first - 1]!
    const isCommaFirst = before.text === "," && beginsLine(source, before.start) && comma === undefined
    if (isCommaFirst) {
      const gap = source.slice(before.end, begin)
      return [{ at: behind, text: `${newlineOf(source)}${indentAt(source, before.start)},${gap}${text}` }]
    }
    const line = `${newlineOf(source)}${indentAt(source, begin)}${text}`
    return comma === undefined
      ? [
          { at: end, text: "," },
          { at: behind, text: line },
        ]
      : [{ at: behind, text: `${line},` }]
  }
  return [{ at: behind, text: comma === undefined ? `, ${text}` : ` ${text},` }]
}

/** A list that is empty or has only comments, after which the text is on its own line. */
function addToEmpty(
  { source, all }: Pick<Syntax, "source" | "all">,
  open: number,
  close: number,
  text: string,
): readonly Insertion[] {
  const comment = all.findLast(({ kind, start, end }) => kind === "comment" && start >= open && end <= close)
  if (comment !== undefined && hasNewline(source, comment.end, close)) {
    const indent = beginsLine(source, comment.start)
      ? indentAt(source, comment.start)
      : `${indentAt(source, open)}  `
    return [{ at: comment.end, text: `${newlineOf(source)}${indent}${text},` }]
  }
  return [{ at: comment?.end ?? open, text: comment === undefined ? text : ` ${text}` }]
}
