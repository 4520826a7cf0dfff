/** A text on one line without control characters: data must not move the cursor or change colors. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => {
      if (character === "\n") return "\\n"
      if (character === "\t") return " "
      return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`
    },
  )
}
