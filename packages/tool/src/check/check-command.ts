import { resolve } from "node:path"
import { command, type Context, inject, type PrintOptions, type Route } from "trivet"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import { explainCrash } from "../inspect/explain-crash.ts"
import { type Finding, describeFinding } from "./finding.ts"
import { findRenamed } from "./find-renamed.ts"
import { findProblems } from "./rules.ts"
import { styleText } from "node:util"

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
    const renamed = findRenamed(entry.folder)
    const found = report.kind === "application" ? findProblems(report.app) : explainCrash(report, entry)
    // The program ended at the first of them.
    const other = found.filter(
      ({ code, subject }) => code !== "EXPORT_NOT_FOUND" || !renamed.some((one) => one.subject === subject),
    )
    const all = [...renamed, ...other]
    const own = all.filter((one) => one.severity === "fault" || isWithin(one.where, entry.folder))
    const findings = own.filter((one) => !isIgnored(one, entry.ignore))
    const failed = findings.some(({ severity }) => strict || severity === "fault")
    return ctx.status(failed ? 422 : 200).json({ findings, ignored: own.length - findings.length })
  }
}

/** Whether a problem is in the package itself. Libraries and other packages of the workspace are not its to change. */
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

/** Prints findings: faults first, and their number at the end. */
function printFindings(
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
