import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { command, type Context, inject, PublicError, type Route } from "trivet"
import { findNameFlaw } from "../app/app-name.ts"
import { canAsk, endAsInterrupted } from "../app/ask.ts"
import { commandOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import type { SerializedApp } from "../inspect/report.ts"
import { typedOption } from "../typed-option.ts"
import { askModule, type ModuleAnswers } from "./ask-module.ts"
import { fileVariable } from "./files/cli-kept-files.ts"
import { findParent, type Parent } from "./find-parent.ts"
import { type ModuleReport, printModuleReport } from "./module-report.ts"
import { moduleNames } from "./names/module-names.ts"
import { type ModulePlan, planModule, type ModuleType, moduleTypes } from "./plan-module.ts"
import { writeModule } from "./write-module.ts"

const types = Object.keys(moduleTypes) as ModuleType[]

const record = {
  path: "g/module",
  summary: "Generates a module and adds it to the imports of another one",
  accepts: {
    query: commandOptions({
      name: { type: "string", description: "its name, such as posts or blog-posts" },
      type: { type: "string", enum: types, description: "what it contains" },
      parent: {
        type: "string",
        description: "the file with the module that imports it; default: src/app-module.ts",
      },
      shared: {
        type: "boolean",
        description:
          "rows of a resource belong to no user: all who may call its routes read and change all rows",
      },
      "dry-run": { type: "boolean", description: "show what would be written without writing it" },
    }),
  },
} as const

/** `trivet g module`. */
export class ModuleCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [command(record.path, this.generate, { ...record, print: printModuleReport })]
  }

  async generate(ctx: Context<typeof record>): Promise<unknown> {
    const { parent: parentFile, shared: isShared, "dry-run": isDry, type: chosen } = ctx.input("query")
    const given: ModuleAnswers = {
      name: typedOption(ctx, "name"),
      type: typedOption(ctx, "type") === undefined ? undefined : chosen,
    }
    if (given.name !== undefined) refuseFlaw(given.name)
    const parent = findParent(parentFile)
    const { name, type } = await complete(ctx, given)
    if (isShared && type === "plain")
      throw new PublicError(400, "--shared is about rows, and a plain module has none: pass --type=resource")
    const plan = planModule({ name, type, isShared }, parent, await this.#findApplication(ctx))
    if (!isDry) await writeModule(plan.change, ctx.signal)
    const report = reportOf(plan, { name, type, written: !isDry }, parent)
    // A non-zero exit code, so that scripts notice that manual steps are left.
    return ctx.status(report.parent.outcome === "by hand" ? 422 : 200).json(report)
  }

  /** The current application, for its names; `undefined` if it cannot be loaded, for example because it is incomplete. */
  async #findApplication(ctx: Context<typeof record>): Promise<SerializedApp | undefined> {
    try {
      const { report } = await this.#applications.inspect(ctx, { entry: "", timeout: "30" })
      return report.kind === "application" ? report.app : undefined
    } catch {
      ctx.signal.throwIfAborted()
      return undefined
    }
  }
}

async function complete(
  ctx: Context<typeof record>,
  given: ModuleAnswers,
): Promise<{ readonly name: string; readonly type: ModuleType }> {
  const { name, type } = given
  if (name !== undefined && type !== undefined) return { name, type }
  const missing = [
    ...(name === undefined ? ["--name=posts"] : []),
    ...(type === undefined ? [`--type=${types[0]} (or ${types.slice(1).join(", ")})`] : []),
  ]
  if (!canAsk() || ctx.header("accept") === "application/json")
    throw new PublicError(400, `no terminal: pass ${missing.join(" and ")}`)
  const answers = await askModule(given, (typed) => findNameFlaw(typed, []), ctx.signal)
  return answers ?? endAsInterrupted(ctx.signal)
}

function refuseFlaw(name: string): void {
  const flaw = findNameFlaw(name, [])
  if (flaw !== undefined) throw new PublicError(400, `${JSON.stringify(name)} cannot be the name: ${flaw}`)
}

function reportOf(
  plan: ModulePlan,
  done: Pick<ModuleReport, "written"> & { readonly name: string; readonly type: ModuleType },
  parent: Parent,
): ModuleReport {
  const { change, entered, added } = plan
  const short = (path: string) => relative(process.cwd(), path)
  const created = change.files.map(({ path }) => short(`${change.folder}/${path}`))
  const byHand = [`import { ${added.name} } from "${added.from}"`, `imports: [ …, ${added.name}]`]
  return {
    ...done,
    created: [...created, ...change.elsewhere.map(({ file }) => short(file))],
    parent: {
      file: short(parent.file),
      outcome: entered.kind === "refused" ? "by hand" : entered.kind === "present" ? "present" : "edited",
      lines: entered.kind === "changed" ? entered.added : entered.kind === "refused" ? byHand : [],
      ...(entered.kind === "refused" && { reason: entered.reason }),
    },
    notes: [...notesFor(plan, done), ...documentNotes(plan, parent)],
  }
}

/** Notes about files that list the routes too: the OpenAPI document and the access rules. */
function documentNotes({ platform }: ModulePlan, { packageFolder }: Parent): readonly string[] {
  const has = (file: string) => platform !== "cli" && existsSync(join(packageFolder, file))
  return [
    ...(platform === "api" && has("openapi.json")
      ? ["To add its routes to openapi.json: npx trivet diff --write"]
      : []),
    ...(has("access.txt")
      ? ["To add its routes to access.txt: npx trivet routes --access > access.txt"]
      : []),
  ]
}

/** Notes about access. */
function notesFor(
  { change, guard, isOwned, platform }: ModulePlan,
  { name, type }: { readonly name: string; readonly type: ModuleType },
): readonly string[] {
  const names = moduleNames(name)
  const rows = names.words
  if (type === "plain")
    return guard === "SignedIn"
      ? [
          "Its pages are for signed-in users. In its controller, write anyone instead of SignedIn for pages that are public.",
        ]
      : []
  if (guard !== undefined) {
    const need =
      guard === "SignedIn" ? "Its pages are for signed-in users." : "Its routes need an access token."
    return [
      isOwned
        ? `${need} Each user reads, changes and deletes only their own ${rows}. With --shared, all users share them.`
        : `${need} Every signed-in user reads, changes and deletes all ${rows}.`,
    ]
  }
  const isKept = change.elsewhere.length === 0
  return [
    ...(isKept
      ? [`It keeps ${rows} in ${name}.json, or in the file that ${fileVariable(names)} names.`]
      : []),
    platform === "cli"
      ? `Its commands need no login: whoever runs the program reads, changes and deletes all ${rows}.`
      : `Its routes are public: anyone may read, change and delete all ${rows}. To protect them, write a guard instead of anyone in its controller.`,
  ]
}
