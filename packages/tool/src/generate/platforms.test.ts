import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
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
    await expectSound(["src/classes/", "src/views/"], "7 passed")
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

  it("makes the commands of a collection, which are sound and keep their rows in a file", async () => {
    const made = await generate("sales-orders", "resource")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("in sales-orders.json, or in the file that SALES_ORDERS_FILE names.")
    expect(made.stdout).toContain("whoever runs the program reads, changes and deletes all sales orders.")
    await expectSound(["src/sales-orders/"], "1 passed")
    const program = async (...args: readonly string[]) => {
      const words = ["src/main.ts", "sales-orders", ...args, "--json"]
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: app.folder })
      return JSON.parse(stdout) as unknown
    }
    const added = await program("add", "first")
    expect(added).toMatchObject({ name: "first" })
    expect(await program("list")).toEqual([added])
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
    const made = await generate("orders", "resource")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("whoever runs the program reads, changes and deletes all orders.")
    await expectSound(["src/orders/"], "1 passed")
  })
})

describe("g module in an API without login", () => {
  beforeAll(async () => {
    app = await createTemplateApp("minimal")
    mkdirSync(join(app.folder, "src/database"))
    for (const [name, text] of Object.entries(database))
      writeFileSync(join(app.folder, "src/database", name), text)
  })
  afterAll(() => app.remove())

  it("makes public routes, which are sound, and says that anyone may change all rows", async () => {
    const made = await generate("orders", "resource")
    expect(made.stdout).toContain("anyone may read, change and delete all orders.")
    expect(readFileSync(join(app.folder, "src/orders/orders-service.ts"), "utf8")).not.toContain("user_id")
    await expectSound(["src/orders/"], "6 passed")
  })
})

describe("g module in an API whose users are kept elsewhere", () => {
  beforeAll(async () => {
    app = await createTemplateApp("api")
    for (const path of ["testing", "access.test.ts", "login/login.test.ts", "notes/notes.test.ts"])
      rmSync(join(app.folder, "src", path), { recursive: true })
    rmSync(join(app.folder, "src/welcome/welcome.test.ts"))
    // Their ids may be any text.
    const users = join(app.folder, "src/database/migrations/001-users.ts")
    writeFileSync(users, readFileSync(users, "utf8").replace(`"id", "uuid"`, `"id", "text"`))
  })
  afterAll(() => app.remove())

  it("makes routes whose rows belong to the user of the token, which are sound", async () => {
    const made = await generate("orders", "resource")
    expect(made.stdout).toContain("Each user reads, changes and deletes only their own orders.")
    rmSync(join(app.folder, "src/database/migrations/002-notes.ts"))
    await expectSound(["src/orders/"], "8 passed")
  })
})

const database = {
  "db.ts": `import { Database } from "@trivet/postgres"

/** The tables. */
export interface Tables {}

/** The database handle. */
export class Db extends Database<Tables> {}
`,
  "database-module.ts": `import { postgres } from "@trivet/postgres"
import { Db } from "./db.ts"

/** The database. */
export const DatabaseModule = postgres(Db, () => ({
  url: "pglite://memory",
  migrations: new URL("migrations/", import.meta.url),
  migrateAtStart: true,
}))
`,
}
