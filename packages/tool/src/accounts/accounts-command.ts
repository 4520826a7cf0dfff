import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { command, type Context, type Route } from "trivet"
import { commandOptions } from "../command-options.ts"
import { findParent } from "../generate/find-parent.ts"
import { writeModule } from "../generate/write-module.ts"
import { type AccountsReport, printAccountsReport } from "./accounts-report.ts"
import { type AccountsPlan, planAccounts } from "./plan-accounts.ts"

const record = {
  path: "g/accounts",
  summary: "Generates verification, password reset and account pages for an application of api or web",
  accepts: {
    query: commandOptions({
      "dry-run": { type: "boolean", description: "show what would be written without writing it" },
    }),
  },
} as const

/** `trivet g accounts`. */
export class AccountsCommand {
  routes(): readonly Route[] {
    return [command(record.path, this.generate, { ...record, print: printAccountsReport })]
  }

  async generate(ctx: Context<typeof record>): Promise<unknown> {
    const { "dry-run": isDry } = ctx.input("query")
    const plan = planAccounts(findParent(""))
    if (!isDry) await writeModule(plan.change, ctx.signal)
    const report = reportOf(plan, !isDry)
    // A non-zero exit code, so that scripts notice that manual steps are left.
    return ctx.status(report.byHand.length > 0 ? 422 : 200).json(report)
  }
}

function reportOf({ change, edited, platform }: AccountsPlan, written: boolean): AccountsReport {
  const { packageFolder, folder, files, elsewhere } = change
  const short = (path: string) => relative(packageFolder, path)
  const has = (file: string) => existsSync(join(packageFolder, file))
  return {
    written,
    created: [
      ...files.map(({ path }) => short(join(folder, path))),
      ...elsewhere.map(({ file }) => short(file)),
    ],
    edited: edited.filter(({ added }) => added.length > 0).map(({ file, added }) => ({ file, lines: added })),
    byHand: edited
      .filter(({ byHand }) => byHand.length > 0)
      .map(({ file, byHand }) => ({ file, lines: byHand.flatMap(({ put }) => put.split("\n")) })),
    next: [
      "npm install",
      ...(platform === "api" && has("openapi.json") ? ["npx trivet diff --write"] : []),
      ...(has("access.txt") ? ["npx trivet routes --access > access.txt"] : []),
      "npm test",
    ],
  }
}
