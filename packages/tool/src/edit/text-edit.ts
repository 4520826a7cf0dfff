/** A replacement of a text in a file of the application. */
export interface TextEdit {
  /** Relative to the package's folder. */
  readonly file: string
  readonly find: string
  readonly put: string
}

/** The result of the edits of one file. */
export interface EditedFile {
  readonly file: string
  /** The new text; the old one if nothing could be changed. */
  readonly text: string
  /** The added lines. */
  readonly added: readonly string[]
  /** Edits whose text was not found, because the file has been changed. They must be made by hand. */
  readonly byHand: readonly TextEdit[]
}

/**
 * Applies all edits whose text occurs in the file exactly once, and leaves the others for manual changes. Nothing is
 * guessed: a text that differs from the template was changed deliberately.
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
