/** A change of a file that the application has: a text in it gets another one in its place. */
export interface TextEdit {
  /** Below the package's folder. */
  readonly file: string
  readonly find: string
  readonly put: string
}

/** What became of the edits of one file. */
export interface EditedFile {
  readonly file: string
  /** The new text; the old one where nothing could be done. */
  readonly text: string
  /** The lines that are new in it. */
  readonly added: readonly string[]
  /** The edits whose place was not found: somebody has written the file anew. They are left to a person. */
  readonly byHand: readonly TextEdit[]
}

/**
 * Makes all edits of a file whose place is in it exactly once, and leaves the others to a person. Nothing is guessed: a
 * text that is not there as the template wrote it was changed by somebody who had a reason.
 */
export function editFile(file: string, source: string, edits: readonly TextEdit[]): EditedFile {
  let text = source
  const byHand: TextEdit[] = []
  for (const edit of edits) {
    if (text.split(edit.find).length === 2) text = text.replace(edit.find, () => edit.put)
    else byHand.push(edit)
  }
  const before = new Set(source.split("\n"))
  const added = text.split("\n").filter((line) => line.trim() !== "" && !before.has(line))
  return { file, text, added: added.map((line) => line.trim()), byHand }
}
