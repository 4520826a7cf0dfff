import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"

let app: TemplateApp
const tool = (...args: readonly string[]) => runTool(args, { cwd: app.folder })
const generate = (name: string, type: string) => tool("g", "module", `--name=${name}`, `--type=${type}`)

/** What must hold of an application after each command that generates something. */
async function expectSound(tests: readonly string[], passed: string): Promise<void> {
  expect(await app.run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
  expect(await app.run("oxfmt/bin/oxfmt", ["--check", "src"])).toMatchObject({ code: 0 })
  expect(await app.run("oxlint/bin/oxlint", ["--deny-warnings", "src"])).toMatchObject({ code: 0 })
  expect(await tool("check", "--strict")).toMatchObject({ code: 0, stdout: "0 faults, 0 warnings\n" })
  const tested = await app.run("vitest/vitest.mjs", [
    "run",
    "--no-isolate",
    "--maxWorkers=1",
    "--testTimeout=30000",
    ...tests,
  ])
  expect(tested.text).toContain(passed)
  expect(tested.code).toBe(0)
}

describe("g module in a site", () => {
  beforeAll(async () => {
    app = await createTemplateApp("web")
  })
  afterAll(() => app.remove())

  it("makes pages for signed-in users, which are sound", async () => {
    for (const [name, type] of [
      ["classes", "resource"],
      ["views", "plain"],
    ] as const)
      expect((await generate(name, type)).stdout).toContain("Its pages are for signed-in users.")
    await expectSound(["src/classes/", "src/views/"], "5 passed")
  })

  it("rejects a name whose page exists", async () => {
    expect((await generate("sign-in", "plain")).stderr).toContain("a route GET /sign-in. Another name:")
  })
})

describe("g module in a command-line program", () => {
  beforeAll(async () => {
    app = await createTemplateApp("cli")
  })
  afterAll(() => app.remove())

  it("makes commands, which are sound", async () => {
    expect((await generate("reports", "plain")).stdout).toContain("create  src/reports/reports-commands.ts\n")
    await expectSound(["src/reports/"], "1 passed")
    expect((await tool("routes")).stdout).toMatch(/reports +ReportsCommands\.show/)
  })

  it("makes them also while the program cannot be loaded", async () => {
    const main = join(app.folder, "src/main.ts")
    const text = readFileSync(main, "utf8")
    writeFileSync(main, `${text}\nconst half = {`)
    expect((await generate("exports", "plain")).stdout).toContain("create  src/exports/exports-commands.ts\n")
    writeFileSync(main, text)
  })
})

describe("g module in a command-line program with a database", () => {
  beforeAll(async () => {
    app = await createTemplateApp("api")
    const file = join(app.folder, "package.json")
    const manifest = JSON.parse(readFileSync(file, "utf8")) as object
    writeFileSync(file, JSON.stringify({ ...manifest, trivet: { entry: "src/cli.ts" } }))
  })
  afterAll(() => app.remove())

  it("makes the commands of a collection, which are sound", async () => {
    expect(await generate("orders", "resource")).toMatchObject({ code: 0, stderr: "" })
    await expectSound(["src/orders/"], "1 passed")
  })
})
