/** A text to insert into a source. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Applies insertions to a source. Those at one position keep their order. */
export function insertAll(source: string, insertions: readonly Insertion[]): string {
  let text = ""
  let from = 0
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at - b.at)) {
    text += source.slice(from, at) + inserted
    from = at
  }
  return text + source.slice(from)
}
