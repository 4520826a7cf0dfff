import { resolve } from "node:path"
import { command, type Context, inject, type PrintOptions, type Route } from "trivet"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import { explainCrash } from "../inspect/explain-crash.ts"
import type { Finding } from "./finding.ts"
import { printFindings } from "./print-findings.ts"
import { findProblems } from "./rules.ts"

const record = {
  path: "check",
  summary: "Reports faults and likely errors without starting the application",
  accepts: {
    query: commandOptions({
      ...programOptions,
      strict: { type: "boolean", description: "fail on warnings too" },
    }),
  },
} as const

/** `trivet check`. */
export class CheckCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [command(record.path, this.check, { ...record, print })]
  }

  async check(ctx: Context<typeof record>): Promise<unknown> {
    const { strict, ...choice } = ctx.input("query")
    const { entry, report } = await this.#applications.inspect(ctx, choice)
    const all = report.kind === "application" ? findProblems(report.app) : explainCrash(report, entry)
    const own = all.filter((one) => one.severity === "fault" || isWithin(one.where, entry.folder))
    const findings = own.filter((one) => !isIgnored(one, entry.ignore))
    const failed = findings.some(({ severity }) => strict || severity === "fault")
    return ctx.status(failed ? 422 : 200).json({ findings, ignored: own.length - findings.length })
  }
}

/** Whether something was written in a package: what others bring, as libraries or from a workspace, is not its to change. */
function isWithin(where: string | undefined, folder: string): boolean {
  if (where === undefined) return true
  const file = resolve(where.replace(/(?::\d+)+$/, ""))
  return file.startsWith(`${folder}/`) && !file.slice(folder.length).includes("/node_modules/")
}

/** Faults cannot be ignored: the application does not work. */
function isIgnored({ severity, code, subject }: Finding, ignore: readonly string[]): boolean {
  return severity === "warning" && (ignore.includes(code) || ignore.includes(`${code} ${subject}`))
}

function print(
  { findings, ignored }: { readonly findings: readonly Finding[]; readonly ignored: number },
  options: PrintOptions,
): string {
  return printFindings(findings, ignored, options)
}
