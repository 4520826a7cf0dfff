import { styleText } from "node:util"
import type { PrintOptions } from "trivet"
import { describeFinding, type Finding } from "./finding.ts"

/** Findings as a person reads them: faults first, and how many there are at the end. */
export function printFindings(
  findings: readonly Finding[],
  ignored: number,
  { colors }: Pick<PrintOptions, "colors">,
): string {
  const ordered = [...findings].toSorted((a, b) => a.severity.localeCompare(b.severity))
  const paragraphs = ordered.map((finding) => {
    const text = describeFinding(finding)
    if (!colors) return text
    const color = finding.severity === "fault" ? "red" : "yellow"
    return text.replace(/^\w+ \w+/, (head) => styleText([color, "bold"], head, { validateStream: false }))
  })
  const count = (severity: Finding["severity"]) => findings.filter((one) => one.severity === severity).length
  const told = [plural(count("fault"), "fault"), plural(count("warning"), "warning")]
  const skipped = ignored === 0 ? "" : `; ${ignored} ignored by package.json`
  return `${[...paragraphs, `${told.join(", ")}${skipped}`].join("\n\n")}\n`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`
}
