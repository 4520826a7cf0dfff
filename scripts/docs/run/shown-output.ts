/**
 * Whether an output is the one that a page shows. `…` within a line stands for any text of that line; a line that is
 * only `…` stands for any number of lines.
 */
export function isShownOutput(shown: string, output: string): boolean {
  return patternOf(shown, "$").test(normal(output))
}

/** Whether an output begins as a page shows it. */
export function beginsAsShown(shown: string, output: string): boolean {
  return patternOf(shown, "").test(normal(output))
}

function patternOf(shown: string, end: string): RegExp {
  const lines = normal(shown).split("\n").slice(0, -1)
  const parts = lines.map((line) => (line.trim() === "…" ? "(?:.*\n)*?" : `${lineOf(line)}\n`))
  return new RegExp(`^${parts.join("")}${end}`)
}

function lineOf(line: string): string {
  return line
    .split("…")
    .map((part) => RegExp.escape(part))
    .join(".*")
}

/** Line ends as a terminal shows them, and one at the end. */
function normal(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").replace(/[ \t]+$/gm, "")
  return lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`
}
