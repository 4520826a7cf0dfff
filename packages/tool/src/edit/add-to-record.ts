import { addToList } from "./add-to-list.ts"
import type { ModuleRecord } from "./find-record.ts"
import type { Insertion } from "./insertion.ts"
import { afterComments, beginsLine, hasNewline, indentAt, newlineOf } from "./layout.ts"
import type { Syntax } from "./syntax.ts"

/** The insertion that adds `imports` to a record: after its `name`, otherwise after its last property. */
export function addToRecord(
  syntax: Syntax,
  { open, properties }: ModuleRecord,
  name: string,
): readonly Insertion[] {
  const { source, all, code, partner } = syntax
  const text = `imports: [${name}]`
  if (properties.length === 0) {
    const close = code[partner.get(open)!]!.start
    const isTight = close === code[open]!.end
    return isTight
      ? [{ at: close, text: ` ${text} ` }]
      : addToList(syntax, open, [], `${gapBefore(syntax, open)}${text}`)
  }
  const index = properties.findIndex((property) => property.name === "name")
  const next = index === -1 ? undefined : properties[index + 1]
  if (next === undefined) return addToList(syntax, open, properties, text)
  const comma = code[properties[index]!.last + 1]!.end
  const behind = afterComments(source, all, comma)
  const begin = code[next.first]!.start
  // On its own line if the next property is; otherwise before it on the same line.
  return hasNewline(source, behind, begin) && beginsLine(source, begin)
    ? [{ at: behind, text: `${newlineOf(source)}${indentAt(source, begin)}${text},` }]
    : [{ at: begin, text: `${text}, ` }]
}

/** Keeps the spaces of `{ }`. */
function gapBefore({ source, code, partner }: Syntax, open: number): string {
  const inside = source.slice(code[open]!.end, code[partner.get(open)!]!.start)
  return /^[ \t]+$/.test(inside) ? " " : ""
}
