/** Text to be put into a source. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** A source with all insertions made. Those of one place come in their order. */
export function insertAll(source: string, insertions: readonly Insertion[]): string {
  let text = ""
  let from = 0
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at - b.at)) {
    text += source.slice(from, at) + inserted
    from = at
  }
  return text + source.slice(from)
}
