/** Browsers send every line end of a form as two characters. */
export function plainLines(text: string): string {
  return text.replaceAll("\r\n", "\n")
}
