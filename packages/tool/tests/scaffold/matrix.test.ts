import { execFileSync } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { bundle } from "../../../../scripts/packages/packed/bundle.ts"
import type { TemplateName } from "../../src/app/template-files.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"

// Every order, with all tests of the applications and `trivet fuzz`: SCAFFOLD=full npx vitest run packages/tool/tests/scaffold/matrix.test.ts
const isFull = process.env["SCAFFOLD"] === "full"
const minutes = 60_000

const generators = {
  accounts: ["g", "accounts"],
  plain: ["g", "module", "--name=reports", "--type=plain"],
  resource: ["g", "module", "--name=orders", "--type=resource"],
} as const
type Generator = keyof typeof generators

/** What each template's application can get, as docs/start/tool.md and docs/build/accounts.md say. */
const possible: Readonly<Record<TemplateName, readonly Generator[]>> = {
  api: ["accounts", "plain", "resource"],
  web: ["accounts", "plain", "resource"],
  cli: ["plain", "resource"],
  minimal: ["plain"],
}

function ordersOf(all: readonly Generator[]): readonly (readonly Generator[])[] {
  if (all.length < 2) return [all]
  return all.flatMap((first) =>
    ordersOf(all.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  )
}

type Case = readonly [template: TemplateName, order: readonly Generator[], flags: readonly string[]]

const every: readonly Case[] = Object.entries(possible).flatMap(([name, all]): Case[] => {
  const template = name as TemplateName
  const empty: Case[] = template === "minimal" ? [] : [[template, all, ["--empty"]]]
  return [...ordersOf(all).map((order): Case => [template, order, []]), ...empty]
})
const sample: readonly Case[] = [
  ["api", ["accounts", "resource"], ["--empty"]],
  ["minimal", ["plain"], []],
]

describe.each(isFull ? every : sample)(
  "an application of the template %s with %j and the options %j",
  (template, order, flags) => {
    it(
      "is sound",
      async () => {
        const app = await createTemplateApp(template, flags)
        try {
          git(app, "init", "--quiet", "--initial-branch=main")
          commit(app, "Create shop")
          git(app, "switch", "--quiet", "--create=feature")
          for (const one of order) await succeed(app, generators[one])
          await writeDocuments(app, template)
          await expect(expectSound(app, order)).resolves.toBeUndefined()
          if (template === "api") await expectBundle(app)
          if (isFull && template !== "cli") await expectFuzzed(app)
        } finally {
          app.remove()
        }
      },
      15 * minutes,
    )
  },
)

function git({ folder }: TemplateApp, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: folder })
}

function commit(app: TemplateApp, message: string): void {
  git(app, "add", "--all")
  git(app, "commit", "--quiet", `--message=${message}`)
}

async function succeed(
  app: TemplateApp,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { code, stdout, stderr } = await runTool(args, { cwd: app.folder, env })
  expect({ args, code, text: code === 0 ? "" : stdout + stderr }).toEqual({ args, code: 0, text: "" })
  return stdout
}

/** What the notes of the generators say to type. A new route breaks no client. */
async function writeDocuments(app: TemplateApp, template: TemplateName): Promise<void> {
  if (template === "web")
    writeFileSync(join(app.folder, "access.txt"), await succeed(app, ["routes", "--access"]))
  if (template !== "api") return
  await succeed(app, ["diff", "--write"])
  await succeed(app, ["diff"])
  commit(app, "Add features")
  await succeed(app, ["diff"])
}

async function expectSound(app: TemplateApp, order: readonly Generator[]): Promise<void> {
  const run = async (program: string, ...args: readonly string[]) => {
    const { code, text } = await app.run(program, args, { NO_COLOR: "1" })
    expect({ program, code, text: code === 0 ? "" : text }).toEqual({ program, code: 0, text: "" })
  }
  await run("typescript/bin/tsc", "--noEmit")
  await run("oxfmt/bin/oxfmt", "--check", "src")
  await run("oxlint/bin/oxlint", "--deny-warnings", "src")
  expect(await succeed(app, ["check", "--strict"])).toBe("0 faults, 0 warnings\n")
  // In the short form those of the modules alone: src/accounts/accounts.test.ts runs the others.
  const some = ["src/orders/", "src/reports/"].filter((_, at) =>
    order.includes(at === 0 ? "resource" : "plain"),
  )
  const tests = isFull ? [] : some
  await run(
    "vitest/vitest.mjs",
    "run",
    "--no-isolate",
    "--maxWorkers=1",
    "--testTimeout=60000",
    "--hookTimeout=60000",
    ...tests,
  )
}

/** A front end's bundler takes all contracts of routes. Those of jobs are not for browsers. */
async function expectBundle(app: TemplateApp): Promise<void> {
  const files = globSync("src/**/*-contract.ts", { cwd: app.folder })
    .map((file) => join(app.folder, file))
    .filter((file) => !readFileSync(file, "utf8").includes(`"@trivet/jobs"`))
  expect(files.length).toBeGreaterThan(2)
  const code = files.map((file) => `export * from ${JSON.stringify(file)}`).join("\n")
  const bundled = await bundle({ code, folder: app.folder })
  expect(bundled.imports).toEqual([])
  expect(bundled.code).not.toMatch(/node:|getBuiltinModule/)
}

/** Twice on one database: the second run finds what the first has left. */
async function expectFuzzed(app: TemplateApp): Promise<void> {
  const database = await createTestDatabase()
  try {
    for (const seed of ["1", "2"])
      await succeed(app, ["fuzz", "--seconds=10", `--seed=${seed}`], { DATABASE_URL: database.url })
  } finally {
    await database.drop()
  }
}
