import { PublicError } from "trivet"
import { describeFinding } from "../check/finding.ts"
import { explainCrash } from "./explain-crash.ts"
import { type Entry, findEntry } from "./find-entry.ts"
import { inspectApplication } from "./inspect-application.ts"
import type { Question, Report } from "./report.ts"

/** The options that select a program. */
export interface ProgramChoice {
  readonly entry: string
  readonly timeout: string
}

/** Inspects programs for the commands of the tool. */
export class Applications {
  /** The report about a program, and its entry file. */
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

  /** The application of a program. Throws the findings of `check` if it creates none. */
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
