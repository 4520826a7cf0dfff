import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"
import { findNameFlaw } from "../app/app-name.ts"
import { migrationName } from "./names/migration-name.ts"
import { moduleNames } from "./names/module-names.ts"

// With more names: TRIVET_LONG=1 npx vitest run packages/tool/src/generate/generate.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "trivet-generate-"))
  folders.push(folder)
  return folder
}

/** An application with nothing but a parent. */
function bareApp(
  parent = `import { module } from "trivet"\n\nexport const AppModule = module({ name: "app" })\n`,
) {
  const folder = newFolder()
  mkdirSync(join(folder, "src"))
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`)
  writeFileSync(join(folder, "src/app-module.ts"), parent)
  return folder
}

/** Everything below a folder, as texts. */
function contentsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), "utf8"),
    ]),
  )
}

const generate = (cwd: string, ...args: string[]) => runTool(["g", "module", ...args], { cwd })

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

describe("trivet g module", () => {
  it("makes a plain module and enters it", async () => {
    const folder = bareApp()
    const { code, stdout, stderr } = await generate(folder, "--name=posts", "--type=plain")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toBe(`create  src/posts/posts-module.ts
create  src/posts/posts-service.ts
create  src/posts/posts-controller.ts
create  src/posts/posts.test.ts
edit    src/app-module.ts
        + import { PostsModule } from "./posts/posts-module.ts"
        + imports: [PostsModule]
`)
    expect(readFileSync(join(folder, "src/app-module.ts"), "utf8")).toBe(
      `import { module } from "trivet"\nimport { PostsModule } from "./posts/posts-module.ts"\n\nexport const AppModule = module({ name: "app", imports: [PostsModule] })\n`,
    )
    expect(readdirSync(join(folder, "src")).toSorted()).toEqual(["app-module.ts", "posts"])
  })

  it("refuses names that could lead elsewhere, and writes nothing", async () => {
    const folder = bareApp()
    const before = contentsOf(folder)
    const refused = ["../../x", "", "nul", "/abs", ".", "..", "-rf", "$(id)", "a".repeat(300), "a b", "Posts"]
    refused.push("posts-", "po--sts", "ö", "a\nb")
    // The command asks this function before it does anything else.
    expect(refused.filter((name) => findNameFlaw(name, []) === undefined)).toEqual([])
    const run = isLong ? refused : refused.slice(0, 3)
    const ended = run.map((name) => generate(folder, `--name=${name}`, "--type=plain"))
    for (const { code, stdout, stderr } of await Promise.all(ended)) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toMatch(/^trivet: .* cannot be the name: [^\n]*Type: trivet g module --help\n$/)
    }
    expect(contentsOf(folder)).toEqual(before)
  })

  it("overwrites nothing, and names what stands there", async () => {
    const folder = bareApp()
    mkdirSync(join(folder, "src/posts"))
    const { code, stderr } = await generate(folder, "--name=posts", "--type=plain")
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'trivet: "posts" cannot be the name: src/posts exists already, and nothing is overwritten. Another name: --name=my-posts. Type: trivet g module --help\n',
    })
  })

  it("says what to pass without a terminal", async () => {
    const folder = bareApp()
    const { code, stderr } = await generate(folder)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "trivet: no terminal: pass --name=posts and --type=plain (or resource). Type: trivet g module --help\n",
    })
    expect((await generate(folder, "--name=posts", "--json")).stderr).toContain(
      "no terminal: pass --type=plain (or resource)",
    )
    expect((await generate(folder, "--name=posts", "--type=other")).code).toBe(2)
  })

  it("shows what it would do, and does nothing", async () => {
    const folder = bareApp()
    const before = contentsOf(folder)
    const { code, stdout } = await generate(folder, "--name=posts", "--type=plain", "--dry-run")
    expect(code).toBe(0)
    expect(stdout).toContain("create  src/posts/posts-module.ts\n")
    expect(stdout).toContain("Nothing was written: --dry-run.\n")
    expect(contentsOf(folder)).toEqual(before)
  })

  it("makes the files but leaves a parent alone that it does not understand, says what to add and ends with 1", async () => {
    const parent = `import { module } from "trivet"\nconst all = []\nexport const AppModule = module({ name: "app", imports: all })\n`
    const folder = bareApp(parent)
    const { code, stdout } = await generate(folder, "--name=posts", "--type=plain")
    expect(code).toBe(1)
    expect(stdout)
      .toContain(`src/app-module.ts was left as it is: its \`imports\` are not a list that is written there. Add by hand:
  import { PostsModule } from "./posts/posts-module.ts"
  imports: [ …, PostsModule]
`)
    expect(readFileSync(join(folder, "src/app-module.ts"), "utf8")).toBe(parent)
    expect(existsSync(join(folder, "src/posts/posts-module.ts"))).toBe(true)
  })

  it("takes another parent, and refuses one that is not there or not in the package", async () => {
    const folder = bareApp()
    mkdirSync(join(folder, "src/admin"))
    cpSync(join(folder, "src/app-module.ts"), join(folder, "src/admin/admin-module.ts"))
    const told = ["--name=reports", "--type=plain"]
    const made = await generate(folder, ...told, "--parent=src/admin/admin-module.ts")
    expect(made.stdout).toContain("create  src/admin/reports/reports-module.ts")
    for (const parent of ["src/none.ts", "../x.ts", "package.json", "src"])
      expect((await generate(folder, ...told, `--parent=${parent}`)).code).toBe(2)
    const outside = join(newFolder(), "app-module.ts")
    cpSync(join(folder, "src/app-module.ts"), outside)
    expect((await generate(folder, ...told, `--parent=${outside}`)).stderr).toContain("outside this package")
    rmSync(join(folder, "src/app-module.ts"))
    expect((await generate(folder, ...told)).stderr).toContain("--parent=<file>")
  })

  it("refuses --shared for a module without rows", async () => {
    const { code, stderr } = await generate(bareApp(), "--name=posts", "--type=plain", "--shared")
    expect(code).toBe(2)
    expect(stderr).toContain("a plain module has none: pass --type=resource")
  })

  it("refuses a resource where there is no database", async () => {
    const { code, stderr } = await generate(bareApp(), "--name=posts", "--type=resource")
    expect(code).toBe(2)
    expect(stderr).toContain("a resource keeps its rows in a database")
  })
})

describe("a resource in an application of the template", () => {
  let app: string
  let run: TemplateApp["run"]
  let made: TemplateApp

  beforeAll(async () => {
    made = await createTemplateApp("api")
    app = made.folder
    run = made.run
  })
  afterAll(() => made.remove())

  /** Words of the language, and names of globals. names.test.ts compiles all of them. */
  const reserved = isLong ? ["classes", "cases", "dates", "errors", "constructor"] : ["classes"]
  const test = (tests: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    run("vitest/vitest.mjs", ["run", "--no-isolate", "--maxWorkers=1", ...tests], { ...env, NO_COLOR: "1" })

  it("leaves nothing behind when a part cannot be written", async () => {
    const before = contentsOf(app)
    const migrations = join(app, "src/database/migrations")
    cpSync(migrations, join(app, "kept"), { recursive: true })
    rmSync(migrations, { recursive: true })
    writeFileSync(migrations, "no folder")
    expect((await generate(app, "--name=orders", "--type=resource")).code).toBe(1)
    expect(readdirSync(join(app, "src")).filter((name) => name.includes("orders"))).toEqual([])
    rmSync(migrations)
    cpSync(join(app, "kept"), migrations, { recursive: true })
    rmSync(join(app, "kept"), { recursive: true })
    expect(contentsOf(app)).toEqual(before)
  })

  it("is typed, linted, formatted and checked, whatever its name", async () => {
    for (const args of [
      ["--name=orders", "--type=resource"],
      // One of them has the same name, and a table that is a word of SQL.
      ["--name=order", "--type=resource"],
      ["--name=outstanding-customer-invoice-categories", "--type=resource"],
      ["--name=greetings", "--type=plain"],
      ...reserved.map((name) => [`--name=${name}`, "--type=resource"]),
    ])
      expect(await generate(app, ...args)).toMatchObject({ code: 0 })
    expect(readdirSync(join(app, "src/database/migrations")).toSorted()).toEqual([
      "001-users.ts",
      "002-notes.ts",
      "003-orders.ts",
      "004-order.ts",
      "005-outstanding-customer-invoice-categories.ts",
      ...reserved.map((name, at) => `${String(at + 6).padStart(3, "0")}-${name}.ts`),
    ])
    expect(await run("oxfmt/bin/oxfmt", ["--check", "src"])).toMatchObject({ code: 0 })
    expect(await run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
    expect(await run("oxlint/bin/oxlint", ["--deny-warnings", "src"])).toMatchObject({ code: 0 })
    expect(await runTool(["check", "--strict"], { cwd: app })).toMatchObject({
      code: 0,
      stdout: "0 faults, 0 warnings\n",
    })
  })

  it("formats a parent whose line becomes too long, unless it has a format of its own", async () => {
    const parent = join(app, "src/wide-module.ts")
    const text = `import { health, module } from "trivet"

export const WideModule = module({
  name: "wide",
  imports: [${Array(9).fill("health()").join(", ")}],
})
`
    const edited = async (given: string) => {
      writeFileSync(parent, given)
      const name = `late-${given.length}`
      const done = await generate(app, `--name=${name}`, "--type=plain", "--parent=src/wide-module.ts")
      expect(done).toMatchObject({ code: 0 })
      rmSync(join(app, "src", name), { recursive: true })
      return readFileSync(parent, "utf8")
    }
    expect(await edited(text)).toContain("  imports: [\n    health(),\n")
    expect(await edited(text.replaceAll('"', "'").replace("wide", "wider"))).toMatch(
      /, health\(\), Late\w+Module\],\n/,
    )
    rmSync(parent)
  })

  it("passes its own tests on PGlite", async () => {
    const { code, text } = await test(["src/order/", "src/greetings"])
    expect(text).toMatch(/Test Files {2}2 passed/)
    expect(text).toMatch(/Tests {2}9 passed/)
    expect(code).toBe(0)
  })

  it.each(["order", ...reserved])("passes its own tests on PostgreSQL: %s", async (name) => {
    const server = await createTestDatabase()
    const { code, text } = await test([`src/${name}/`], { TEST_DATABASE_URL: server.url })
    await server.drop()
    expect(text).toMatch(/Tests {2}8 passed/)
    expect(code).toBe(0)
  })
})

describe("moduleNames", () => {
  it.each([
    ["posts", "Post"],
    ["categories", "Category"],
    ["boxes", "Box"],
    ["addresses", "Address"],
    ["blog-posts", "BlogPost"],
    ["status", "Status"],
    ["news", "News"],
    ["people", "Person"],
    ["houses", "House"],
    ["movies", "Movie"],
    ["post", "Post"],
    ["classes", "ClassItem"],
    ["dates", "DateItem"],
  ])("counts %s as many of %s", (name, one) => expect(moduleNames(name).one).toBe(one))

  it.each([
    ["orders", "an order"],
    ["users", "a user"],
    ["uploads", "an upload"],
    ["units", "a unit"],
    ["hours", "an hour"],
    ["posts", "a post"],
    ["one-offs", "a one off"],
  ])("speaks of %s as %s", (name, aOne) => expect(moduleNames(name).aOne).toBe(aOne))
})

describe("migrationName", () => {
  it.each([
    [[], "001-posts"],
    [["001-a.ts", "009-b.ts", "readme.md"], "010-posts"],
    [["0001_a.ts"], "0002-posts"],
    [["20250101120000-a.ts"], "20260304050607-posts"],
    [["2025-01-a.ts"], "2026-03-04-posts"],
  ])("comes after %j", (files, name) => {
    const folder = newFolder()
    for (const file of files) writeFileSync(join(folder, file), "")
    expect(migrationName(folder, "posts", new Date("2026-03-04T05:06:07Z"))).toBe(name)
  })
})
