import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { command, type Context, type Route } from "trivet"
import { commandOptions } from "../command-options.ts"
import { findParent } from "../generate/find-parent.ts"
import { writeModule } from "../generate/write-module.ts"
import { accounts, type Feature, organisations, webhooks } from "./features.ts"
import { type FeatureReport, printFeatureReport } from "./feature-report.ts"
import { type FeaturePlan, planFeature } from "./plan-feature.ts"

const accepts = {
  query: commandOptions({
    "dry-run": { type: "boolean", description: "show what would be written without writing it" },
  }),
} as const

/** The commands that generate features: `trivet g accounts`. */
export class FeatureCommands {
  routes(): readonly Route[] {
    return [accounts, organisations, webhooks].map((feature) =>
      command(
        `g/${feature.name}`,
        (ctx: Context<{ readonly path: string; readonly accepts: typeof accepts }>) =>
          this.#generate(feature, ctx),
        {
          path: `g/${feature.name}`,
          summary: feature.summary,
          accepts,
          print: printFeatureReport,
        },
      ),
    )
  }

  async #generate(
    feature: Feature,
    ctx: Context<{ readonly path: string; readonly accepts: typeof accepts }>,
  ): Promise<unknown> {
    const { "dry-run": isDry } = ctx.input("query")
    const plan = planFeature(feature, findParent(""))
    if (!isDry) await writeModule(plan.change, ctx.signal)
    const report = reportOf(plan, !isDry)
    // A non-zero exit code, so that scripts notice that manual steps are left.
    return ctx.status(report.byHand.length > 0 ? 422 : 200).json(report)
  }
}

function reportOf({ change, edited, platform }: FeaturePlan, written: boolean): FeatureReport {
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
      ...(edited.some(({ file }) => file === "package.json") ? ["npm install"] : []),
      ...(platform === "api" && has("openapi.json") ? ["npx trivet diff --write"] : []),
      ...(has("access.txt") ? ["npx trivet routes --access > access.txt"] : []),
      "npm test",
    ],
  }
}
