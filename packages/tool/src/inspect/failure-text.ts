import { styleText } from "node:util"
import { describeFinding } from "../check/finding.ts"
import { explainFailure } from "./explain-crash.ts"
import { framesOf } from "./frame-of.ts"
import type { Report } from "./report.ts"

/** Why a program did not start, for people: its faults with places and fixes, or its error with its first frames. */
export function failureText(
  report: Extract<Report, { kind: "refused" | "broken" }>,
  colors: boolean,
): string {
  const paint = (text: string) =>
    colors ? styleText(["red", "bold"], text, { validateStream: false }) : text
  const findings = explainFailure(report)
  if (findings.length > 0 || report.kind === "refused")
    return findings.map((finding) => describeFinding(finding).replace(/^\w+ \w+/, paint)).join("\n\n")
  const { name, message } = report.error
  const frames = framesOf(report.error).slice(0, 4)
  return [`${paint("error")}  ${name}: ${message}`, ...frames.map((frame) => `  at ${frame}`)].join("\n")
}
