import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { runTool } from "../tests/testing/run-tool.ts"
import { rules } from "./check/rules.ts"

const blog = ["--entry", "tests/testing/blog/main.ts"]
const folders: string[] = []

/** A folder outside of the workspace with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "trivet-tool-"))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

describe("trivet", () => {
  it.each(["check", "explain x y", "graph", "routes"])("has help for %s", async (words) => {
    const { code, stdout } = await runTool([...words.split(" "), "--help"])
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: trivet ${words.split(" ")[0]}`)
    expect(stdout).toContain("--entry <text>")
  })

  it("tells its version", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
      version: string
    }
    expect((await runTool(["--version"])).stdout).toBe(`${version}\n`)
  })
})

describe("trivet routes", () => {
  it("lists method, path, handler, guard and place, and with --wide the rest", async () => {
    const { code, stdout, stderr } = await runTool(["routes", ...blog])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const [head, ...rows] = stdout.trimEnd().split("\n")
    expect(head).toMatch(/^METHOD +PATH +HANDLER +GUARD +WHERE$/)
    expect(rows.slice(5)).toEqual(["", "middlewares of the application: CallTimer"])
    const source = readFileSync(
      join(import.meta.dirname, "../tests/testing/blog/posts-controller.ts"),
      "utf8",
    )
    const line = source.split("\n").findIndex((text) => text.startsWith("  create(")) + 1
    expect(stdout).toMatch(
      new RegExp(
        `^POST +/posts +PostsController\\.create +BearerAuth +tests/testing/blog/posts-controller\\.ts:${line}:\\d+$`,
        "m",
      ),
    )
    const wide = await runTool(["routes", "--wide", ...blog])
    expect(wide.stdout).toMatch(/^METHOD .*WHERE +MIDDLEWARES +PROVIDES +MODULE$/m)
    expect(wide.stdout).toMatch(/^POST +\/posts .*:\d+ +BearerAuth +user_id +posts$/m)
  })

  it.each([
    [["--method", "post"], ["POST /posts"]],
    [["--module", "users"], ["GET /users/:id"]],
    [["--path", "/*"], ["GET /posts/*"]],
    [["--handler", "PostsController.s"], ["GET /posts/:id"]],
    [["--middleware", "BearerAuth"], ["POST /posts"]],
    [["--method", "PUT"], []],
  ])("filters by %j", async (filter, wanted) => {
    const { stdout } = await runTool(["routes", ...blog, ...filter, "--json"])
    const rows = JSON.parse(stdout) as { method: string; path: string }[]
    expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual(wanted)
  })

  it("refuses a module that the application does not have", async () => {
    const { code, stdout, stderr } = await runTool(["routes", "--module=nope", ...blog])
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(/^trivet: there is no module "nope"\. Modules: .*posts.*\n$/)
  })

  it("shows in its help which options are numbers", async () => {
    const { stdout } = await runTool(["routes", "--help"])
    expect(stdout).toMatch(/--timeout <number> .*\(default: 20\)/)
    expect((await runTool(["fuzz", "--help"])).stdout).toMatch(/--seconds <number>[^]*--seed <number>/)
    expect((await runTool(["routes", "--timeout=soon"])).stderr).toContain("--timeout takes")
  })
})

describe("trivet explain", () => {
  it("tells the winner, the losers and why, parameters, middlewares and services", async () => {
    const { code, stdout } = await runTool(["explain", "get", "/posts/42?draft=yes", ...blog])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^GET \/posts\/42\n {2}GET \/posts\/:id → PostsController\.show \(tests\/testing\/blog/,
    )
    expect(stdout).toContain("✓ /posts/:id of PostsController: matches, and nothing goes before it")
    expect(stdout).toContain("– /posts/* of PostsController: `/posts/:id` goes before it")
    expect(stdout.match(/^\d+\. \w.*$/gm)).toEqual(["1. Exact paths", "2. Patterns", "3. Wildcards"])
    expect(stdout).toContain('id = "42"')
    expect(stdout).toMatch(/1\. CallTimer \(tests\/testing\/blog\/settings\.ts:\d+:\d+\)/)
    expect(stdout).toMatch(/UsersService \(.*\), module users, for PostsService/)
  })

  it("tells of a call behind middlewares in which order they run, and what they need", async () => {
    const { stdout } = await runTool(["explain", "POST", "/posts", ...blog, "--json"])
    const call = JSON.parse(stdout) as {
      middlewares: { name: string }[]
      services: { name: string; askedBy: string[] }[]
    }
    expect(call.middlewares.map(({ name }) => name)).toEqual(["CallTimer", "BearerAuth"])
    expect(call.services.find(({ name }) => name === "UsersService")?.askedBy).toEqual([
      "BearerAuth",
      "PostsService",
    ])
  })

  it("tells why a call is not found, and what wraps it all the same", async () => {
    const { code, stdout } = await runTool(["explain", "DELETE", "/posts", ...blog])
    expect(code).toBe(0)
    expect(stdout).toContain("404: no route matches; the path exists for GET, POST")
    expect(stdout).toContain("1. CallTimer")
  })

  it("tells what a fault means, how to fix it and where it is described", async () => {
    const { code, stdout } = await runTool(["explain", "token_missing"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^TOKEN_MISSING \(trivet\)\n {2}.*\n {2}fix: Add `.*\n/)
    expect(stdout).toContain("page: docs/reference/faults.md#token_missing\n")
    const page = readFileSync(join(import.meta.dirname, "../../../docs/reference/faults.md"), "utf8")
    expect(page).toContain("### TOKEN_MISSING\n")
    const other = JSON.parse((await runTool(["explain", "REDIS_URL_MISSING", "--json"])).stdout) as object
    expect(other).toMatchObject({ package: "@trivet/redis", status: 500 })
  })

  it("shows no placeholders", async () => {
    const { stdout } = await runTool(["explain", "TOKEN_MISSING"])
    expect(stdout).toContain("`…` in module `…` injects `…`")
    expect(stdout).not.toMatch(/\{\w+\}/)
  })

  it("refuses what is no code of a fault", async () => {
    const { code, stderr } = await runTool(["explain", "GET"])
    expect(code).not.toBe(0)
    expect(stderr).toContain('"GET" is no code of a fault. For a call, type: trivet explain GET /path')
  })

  it("refuses what is no method", async () => {
    const { code, stderr } = await runTool(["explain", "FETCH", "/posts", ...blog])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'trivet: "FETCH" is not a method. Methods: GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD. Type: trivet explain --help\n',
    })
  })
})

describe("trivet check", () => {
  it("finds nothing in an application without mistakes, needs no server, and keeps its output clean", async () => {
    const { code, stdout, stderr } = await runTool(["check", ...blog], { env: { NODE_ENV: "production" } })
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "0 faults, 0 warnings\n", stderr: "" })
  })

  it("ends with 1 on a fault, with its file, line and fix", async () => {
    const { code, stdout } = await runTool([
      "check",
      "--entry",
      "../trivet/tests/mistakes/six-at-once/main.ts",
    ])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^fault SERVICE_CYCLE at .*six-at-once\/main\.ts:\d+:\d+\n {2}.*\n {2}chain: .*\n {2}fix: /,
    )
    expect(stdout).toMatch(/\n6 faults, 0 warnings\n$/)
  })

  it("fails on warnings only if it is strict", async () => {
    const env = { MISTAKE: "./110-post-without-guard/broken.ts" }
    const entry = ["--entry", "tests/mistakes/program.ts"]
    const mild = await runTool(["check", ...entry, "--json"], { env })
    expect(mild.code).toBe(0)
    expect(JSON.parse(mild.stdout)).toMatchObject({
      findings: [{ severity: "warning", code: "ROUTE_UNGUARDED", subject: "DELETE /posts/:id" }],
    })
    expect((await runTool(["check", ...entry, "--strict"], { env })).code).toBe(1)
  })

  it("lets a package live with a warning, by code or by code and subject", async () => {
    const main = `
      import { createApp, module, post } from "trivet"
      import { api } from "trivet/api"
      class Posts { routes() { return [post("/posts", () => "created")] } }
      await createApp(module({ name: "posts", declarations: [Posts] }), { platform: api() })`
    for (const ignored of ["ROUTE_UNGUARDED", "ROUTE_UNGUARDED POST /posts", "TRAILING_SLASH"]) {
      const settings = { type: "module", trivet: { check: { ignore: [ignored] } } }
      const cwd = folderWith({
        "package.json": JSON.stringify(settings),
        "src/main.ts": main,
        "node_modules/x": "",
      })
      symlinkSync(join(import.meta.dirname, "../../trivet"), join(cwd, "node_modules/trivet"))
      const { code, stdout } = await runTool(["check", "--strict"], { cwd })
      if (ignored === "TRAILING_SLASH") expect(code).toBe(1)
      else
        expect({ code, stdout }).toEqual({
          code: 0,
          stdout: "0 faults, 0 warnings; 1 ignored by package.json\n",
        })
    }
  })

  it("does not warn of what another package brings", async () => {
    const elsewhere = {
      MISTAKE: join(import.meta.dirname, "../tests/mistakes/110-post-without-guard/broken.ts"),
    }
    const program = join(import.meta.dirname, "../tests/mistakes/program.ts")
    const cwd = folderWith({
      "package.json": '{ "type": "module" }',
      "src/main.ts": `import ${JSON.stringify(pathToFileURL(program).href)}`,
    })
    expect((await runTool(["check", "--strict"], { cwd, env: elsewhere })).stdout).toBe(
      "0 faults, 0 warnings\n",
    )
  })

  it("reports an import cycle with its files and a fix", async () => {
    const env = { MISTAKE: "./101-three-files-in-a-circle/broken.ts" }
    const { code, stdout } = await runTool(["check", "--entry", "tests/mistakes/program.ts"], { env })
    expect(code).toBe(1)
    const file = (name: string) => `tests/mistakes/101-three-files-in-a-circle/broken-${name}.ts`
    expect(stdout).toContain(
      `  chain: ${file("mails")} → ${file("orders")} → ${file("prices")} → ${file("mails")}\n`,
    )
    expect(stdout).toContain("fix: Write the list as a function, `imports: () => […]`")
  })

  it("tells of every rule in the README", () => {
    const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8").replaceAll(/ +/g, " ")
    for (const { code, finds } of rules) expect(readme).toContain(`| \`${code}\` | ${finds} |`)
  })
})

describe("the start of a command", () => {
  it("loads no server", async () => {
    const told = `process.on("exit", () => console.error(process.moduleLoadList.includes("NativeModule http")))`
    const hook = `--import=data:text/javascript,${encodeURIComponent(told)}`
    const { code, stderr } = await runTool(["--version"], { env: { NODE_OPTIONS: hook } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "false\n" })
  })
})

describe("the entry file", () => {
  it("is the one that package.json names, from any folder below it", async () => {
    const cwd = folderWith({
      "package.json": JSON.stringify({ type: "module", trivet: { entry: "app/start.ts" } }),
      "app/start.ts": `import ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "../tests/testing/blog/main.ts")).href)}`,
      "deep/er/x.txt": "",
    })
    const { code, stdout } = await runTool(["routes", "--method", "POST", "--json"], {
      cwd: join(cwd, "deep/er"),
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toHaveLength(1)
  })

  it.each<readonly [string, Record<string, string>, readonly string[], string]>([
    [
      "is missing",
      { "package.json": "{}" },
      [],
      "there is no src/main.ts. Name the file that calls serve() or run()",
    ],
    ["is named wrongly", {}, ["--entry", "nope.ts"], "there is no nope.ts, which --entry names"],
    [
      "is named wrongly in package.json",
      { "package.json": '{ "trivet": { "entry": "x.ts" } }' },
      [],
      'there is no x.ts, which "trivet": { "entry" } in package.json names',
    ],
  ])("%s: one line, exit 2", async (_, files, args, message) => {
    const { code, stdout, stderr } = await runTool(["check", ...args], { cwd: folderWith(files) })
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr.trimEnd().split("\n")).toHaveLength(1)
  })

  it.each([
    ["makes no application", "export {}", "NO_APPLICATION"],
    ["throws", 'throw new Error("no DATABASE_URL")', "PROGRAM_FAILED"],
    ["imports what is not installed", 'import "not-installed"', "PACKAGE_NOT_FOUND"],
    ["rejects", 'await Promise.reject(new Error("late"))', "PROGRAM_FAILED"],
  ])("%s: check says so", async (_, text, code) => {
    const cwd = folderWith({ "package.json": '{ "type": "module" }', "src/main.ts": text })
    const ended = await runTool(["check", "--json"], { cwd })
    expect(ended.code).toBe(1)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      findings: [{ code, where: expect.stringMatching(/^src\/main\.ts:1:\d+$/) as string }],
    })
  })

  it.each([
    ["ends the process", "100", 'console.log("bye"); process.exit(3)', /it ended with 3 before .*\nbye/],
    [
      "never gets there",
      "1",
      "await new Promise(() => setInterval(() => 0, 1000))",
      /called neither serve\(\) nor run\(\) within 1 s/,
    ],
  ])("%s: a clear end", async (_, timeout, text, message) => {
    const cwd = folderWith({ "package.json": '{ "type": "module" }', "src/main.ts": text })
    const { code, stderr } = await runTool(["routes", "--timeout", timeout], { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })
})

describe("an application with a copy of the framework of its own", () => {
  it("is looked into with that copy, whichever the tool has", async () => {
    const copy = folderWith({})
    const framework = join(import.meta.dirname, "../../trivet")
    cpSync(join(framework, "src"), join(copy, "src"), { recursive: true })
    cpSync(join(framework, "package.json"), join(copy, "package.json"))
    const main = `
      import { createApp, get, module } from "trivet"
      import { api } from "trivet/api"
      class Posts { routes() { return [get("/posts", () => [])] } }
      await createApp(module({ name: "posts", declarations: [Posts] }), { platform: api() })`
    const cwd = folderWith({
      "package.json": '{ "type": "module" }',
      "src/main.ts": main,
      "node_modules/x": "",
    })
    symlinkSync(copy, join(cwd, "node_modules/trivet"))
    const { code, stdout } = await runTool(["check"], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: "0 faults, 0 warnings\n" })
    expect(JSON.parse((await runTool(["routes", "--json"], { cwd })).stdout)).toHaveLength(1)
  })
})

describe("trivet graph", () => {
  const thirty = ["--entry", "tests/testing/thirty-modules.ts"]

  it("draws modules and services as Mermaid text", async () => {
    const { code, stdout } = await runTool(["graph", ...blog])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^flowchart LR\n {2}subgraph n0\["users"\]\n {4}n1\(\["UsersController 1 route"\]\)\n/,
    )
    expect(stdout).toContain('["UsersService ⇥"]')
  })

  it("writes an SVG picture of 30 modules to a file", async () => {
    const out = join(folderWith({}), "graph.svg")
    const { code, stdout } = await runTool(["graph", ...thirty, "--format", "svg", "--out", out])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${out}: modules: 30, arrows: 64\n` })
    expect(existsSync(out)).toBe(true)
    expect(readFileSync(out, "utf8")).toMatch(/^<svg [^]*<\/svg>\n$/)
  })

  it("says which folder is missing, and what else keeps it from writing", async () => {
    const missing = await runTool(["graph", "--out=/nonexistent/x.svg", ...blog])
    expect([missing.code, missing.stderr]).toEqual([
      2,
      "trivet: cannot write /nonexistent/x.svg: there is no folder /nonexistent. Type: trivet graph --help\n",
    ])
    const folder = await runTool(["graph", `--out=${tmpdir()}`, ...blog])
    expect([folder.code, folder.stderr]).toEqual([2, expect.stringContaining("cannot write") as string])
  })

  it("draws one module and those that it touches", async () => {
    const { stdout } = await runTool(["graph", ...thirty, "--module", "orders", "--json"])
    const { boxes } = JSON.parse(stdout) as { boxes: { name: string }[] }
    expect(boxes.map(({ name }) => name).toSorted()).toEqual(
      "addresses baskets invoices orders payments reports returns shipping stock taxes".split(" "),
    )
    const unknown = await runTool(["graph", ...thirty, "--module", "order"])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('there is no module "order"')
  })
})
