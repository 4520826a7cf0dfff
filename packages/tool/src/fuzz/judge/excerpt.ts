/** The start of a text, with its length if it is longer. */
export function excerpt(text: string, length: number): string {
  // Control characters must not reach a terminal.
  const shown = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\uFFFD")
  return shown.length <= length ? shown : `${shown.slice(0, length)}… (${text.length} characters)`
}
