/** A text in bold. Use it only if the terminal supports colors. */
export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`
}

/** A text in red. */
export function red(text: string): string {
  return `\u001b[31m${text}\u001b[39m`
}

/** A text in a dim color. */
export function dim(text: string): string {
  return `\u001b[2m${text}\u001b[22m`
}
