import { PublicError } from "trivet"
import { describeFinding } from "../check/finding.ts"
import { explainCrash } from "./explain-crash.ts"
import { type Entry, findEntry } from "./find-entry.ts"
import { inspectApplication } from "./inspect-application.ts"
import type { Question, Report } from "./report.ts"

/** The options that say which program is meant. */
export interface ProgramChoice {
  readonly entry: string
  readonly timeout: string
}

/** Looks into programs for the commands of the tool. */
export class Applications {
  /** What became of a program, and where it begins. */
  async inspect(
    ctx: { readonly signal: AbortSignal },
    choice: ProgramChoice,
    question: Question = {},
  ): Promise<{ readonly entry: Entry; readonly report: Report }> {
    const seconds = Number(choice.timeout)
    if (!(seconds > 0)) throw new PublicError(400, `--timeout takes seconds, not "${choice.timeout}"`)
    const entry = findEntry(choice.entry)
    const report = await inspectApplication(entry.file, {
      ...question,
      timeout: seconds * 1000,
      signal: ctx.signal,
    })
    return { entry, report }
  }

  /** The application of a program; a program that makes none is refused with what `check` would say. */
  async find(
    ctx: { readonly signal: AbortSignal },
    choice: ProgramChoice,
    question: Question = {},
  ): Promise<Extract<Report, { kind: "application" }>> {
    const { entry, report } = await this.inspect(ctx, choice, question)
    if (report.kind === "application") return report
    const findings = explainCrash(report, entry)
    throw new PublicError(
      500,
      ["the application cannot be looked into", ...findings.map(describeFinding)].join("\n\n"),
    )
  }
}
