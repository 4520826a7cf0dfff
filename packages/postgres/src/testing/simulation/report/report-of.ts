import { relative } from "node:path"
import type { Run } from "../run.ts"

/** What a report is made of. */
export interface ReportParts {
  readonly name: string
  /** `seed 7`. */
  readonly title: string
  readonly run: Run
  readonly isRepeatable: boolean
  /** The file in which the order was saved. */
  readonly kept: string | undefined
}

/** The report of a run that failed: what is wrong, the calls, and what happened step by step. */
export function reportOf({ name, title, run, isRepeatable, kept }: ReportParts): string {
  const calls = [...run.callers, ...run.timers]
    .map(({ letter, name: call }) => `${letter} = ${call}`)
    .join(", ")
  const lines = [
    `${name} fails with ${title}:`,
    "",
    indented(run.violation!.message),
    "",
    `  ${calls}`,
    "",
    run.story,
    "",
    isRepeatable
      ? "This is the shortest order that was found."
      : "The same order did not fail again: the result depends on something that is not simulated, such as a timer, a thread or a random number.",
  ]
  if (title.startsWith("seed"))
    lines.push(
      `Repeat it with ${title.replace("seed ", "SEED=")}.${kept === undefined ? " Keep it with SAVE=1." : ""}`,
    )
  if (kept !== undefined) lines.push(`Saved in ${relative(process.cwd(), kept)}.`)
  return lines.join("\n")
}

function indented(message: string): string {
  const lines = message.trim().split(/\n+/)
  return lines.map((line) => `  ${line}`).join("\n")
}
