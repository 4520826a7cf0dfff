import { resolve } from "node:path"
import { command, type Context, PublicError, type Route } from "trivet"
import { terminalOf } from "trivet/cli"
import { commandOptions } from "../command-options.ts"
import { typedOption } from "../typed-option.ts"
import { findNameFlaw } from "./app-name.ts"
import { type Answers, ask, canAsk, endAsInterrupted, type FullAnswers } from "./ask.ts"
import { exists } from "./draft.ts"
import { type AppOrder, filesFor, makeApp } from "./make-app.ts"
import { type AppReport, printReport } from "./print-report.ts"
import { templateFiles, type TemplateName, templates } from "./template-files.ts"

const names = Object.keys(templates) as TemplateName[]

const options = commandOptions({
  name: { type: "string", description: "its name, and the name of the new folder" },
  template: { type: "string", enum: names, description: "the template to use" },
  empty: { type: "boolean", description: "leave out the sample: notes of users, or tasks" },
  install: { type: "boolean", description: "install its packages; --no-install skips this" },
  git: { type: "boolean", description: "create a git repository and a first commit; --no-git skips this" },
  "dry-run": { type: "boolean", description: "show what would be written without writing it" },
  packages: {
    type: "string",
    description: "a folder with packed Trivet packages, used instead of the registry",
  },
})

const record = { path: "app", summary: "Creates a new application", accepts: { query: options } } as const
const alone = { ...record, path: "" } as const
const named = { ...record, path: ":name" } as const
const namedApp = { ...record, path: "app/:name" } as const

/** `trivet app`. */
export class AppCommand {
  routes(): readonly Route[] {
    return [
      command(record.path, this.make, { ...record, print: printReport }),
      command(namedApp.path, makeNamed, { ...namedApp, print: printReport }),
    ]
  }

  make(ctx: Context<typeof record>): Promise<unknown> {
    return createRequestedApp(ctx, typedOption(ctx, "name"))
  }
}

/** `npm create trivet`, where the name may be the only argument. */
export class CreateCommand {
  routes(): readonly Route[] {
    return [
      command(alone.path, this.make, { ...alone, print: printReport }),
      command(named.path, makeNamed, { ...named, print: printReport }),
    ]
  }

  make(ctx: Context<typeof alone>): Promise<unknown> {
    return createRequestedApp(ctx, typedOption(ctx, "name"))
  }
}

function makeNamed(ctx: Context<typeof named>): Promise<unknown> {
  if (typedOption(ctx, "name") !== undefined)
    throw new PublicError(400, "the name is given twice: as an argument and as --name")
  return createRequestedApp(ctx, ctx.param("name"))
}

/** The members of a context that both commands use. */
type Asked = Pick<Context<typeof record>, "input" | "queryDefault" | "signal" | "status">

async function createRequestedApp(ctx: Asked, typed: string | undefined): Promise<unknown> {
  const { "dry-run": isDry, empty, packages, template } = ctx.input("query")
  const given: Answers = {
    name: typed,
    template: typedOption(ctx, "template") === undefined ? undefined : template,
    install: isOn(typedOption(ctx, "install")),
    git: isOn(typedOption(ctx, "git")),
  }
  if (given.name !== undefined) refuseFlaw(given.name)
  const { name, ...answers } = await complete(ctx, given)
  if (empty && answers.template === "minimal")
    throw new PublicError(400, "--empty has no meaning for minimal, which has no sample: leave it out")
  const order: AppOrder = {
    ...answers,
    target: resolve(name),
    empty,
    packages: packages && resolve(packages),
  }
  const report = { name, template: order.template, folder: order.target }
  if (isDry) return { ...report, files: filesFor(order).map(({ path }) => path), written: false }
  const made = await makeApp(order, (step) => process.stderr.write(`  ${step}\n`), ctx.signal)
  const done: AppReport = { ...report, ...made, written: true }
  return made.installFailure === undefined ? done : ctx.status(500).json(done)
}

/** Prompts only for missing options without a default. */
async function complete(ctx: Asked, given: Answers): Promise<FullAnswers> {
  const { name, template, install = true, git = true } = given
  if (name !== undefined && template !== undefined) return { name, template, install, git }
  if (!canAsk() || terminalOf(ctx).json)
    throw new PublicError(
      400,
      `no terminal: pass ${[
        name === undefined ? "--name=shop" : "",
        template === undefined ? `--template=${names[0]} (or ${names.slice(1).join(", ")})` : "",
      ]
        .filter(Boolean)
        .join(" and ")}`,
    )
  const answers = await ask(given, { findFlaw: findFlawIn, signal: ctx.signal })
  return answers ?? endAsInterrupted(ctx.signal)
}

function findFlawIn(name: string): string | undefined {
  return (
    findNameFlaw(name, packageNames()) ??
    (exists(resolve(name)) ? "a file or folder with this name exists" : undefined)
  )
}

function refuseFlaw(name: string): void {
  const flaw = findFlawIn(name)
  if (flaw !== undefined) throw new PublicError(400, `${shown(name)} cannot be the name: ${flaw}`)
}

/** Shortens a text and removes control characters, so that it can be shown on a terminal. */
function shown(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(short).replace(/[^ -~…]/g, "?")
}

/** The packages that any template needs. */
function packageNames(): ReadonlySet<string> {
  return new Set(
    names.flatMap((template) => {
      const manifest = templateFiles(template, "x").find(({ path }) => path === "package.json")
      const { dependencies = {}, devDependencies = {} } = JSON.parse(manifest?.text ?? "{}") as Record<
        string,
        Record<string, string>
      >
      return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    }),
  )
}

function isOn(typed: string | undefined): boolean | undefined {
  return typed === undefined ? undefined : typed === "true"
}
