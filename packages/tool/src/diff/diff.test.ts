import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import type { DiffReport } from "./print-report.ts"

const modules = join(import.meta.dirname, "../../../../node_modules")
const house = mkdtempSync(join(tmpdir(), "trivet-diff-"))
afterAll(() => rmSync(house, { recursive: true }))

/** An application with one document, and one contract that tests change. */
function createApp(name: string, imports = `openapi({ title: "Posts", version: "1.0.0" })`): string {
  const folder = join(house, name)
  mkdirSync(join(folder, "src"), { recursive: true })
  symlinkSync(modules, join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(
    join(folder, "src/main.ts"),
    `import { openapi } from "@trivet/openapi"
import { module } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Posts } from "./posts.ts"
const App = module({ name: "app", imports: [${imports}], declarations: [Posts] })
console.log("noise of the program")
await serve(App, { platform: api() })
`,
  )
  write(folder, `post("/posts", this.create, { accepts: { body: dto({ title: "required,max=200" }) } })`)
  return folder
}

function write(folder: string, routes: string): void {
  writeFileSync(
    join(folder, "src/posts.ts"),
    `import { dto, get, post } from "trivet"
export class Posts {
  routes() {
    return [
      ${routes},
      get("/posts", this.index),
    ]
  }
  index() {}
  create() {}
}
`,
  )
}

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "pipe" })
}

const diff = (cwd: string, ...args: readonly string[]) => runTool(["diff", "--timeout=100", ...args], { cwd })

describe("trivet diff without git", () => {
  const folder = createApp("plain")

  it("asks for the file, and writes it", async () => {
    const missing = await diff(folder)
    expect([missing.code, missing.stderr]).toEqual([1, ""])
    expect(missing.stdout).toBe(
      "openapi.json does not exist\n  fix: run `npx trivet diff --write`, and commit openapi.json\n\nopenapi.json not compared: no git repository\n",
    )
    expect(await diff(folder, "--write")).toEqual({ code: 0, stdout: "wrote openapi.json\n", stderr: "" })
    const text = readFileSync(join(folder, "openapi.json"), "utf8")
    expect(Object.keys((JSON.parse(text) as { paths: object }).paths)).toEqual(["/posts"])
    // Another layout of the same document is none of our business.
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(JSON.parse(text)))
    expect((await diff(folder)).code).toBe(0)
  })

  it("fails where the file is not what the application gives, and compares with a file", async () => {
    write(folder, `post("/posts", this.create, { accepts: { body: dto({ title: "required,max=80" }) } })`)
    const outdated = await diff(folder)
    expect(outdated.code).toBe(1)
    expect(outdated.stdout).toContain("openapi.json is not what the application gives now\n  fix: run")
    const compared = await diff(folder, "--base=openapi.json", "--json")
    expect(compared.code).toBe(1)
    const { files } = JSON.parse(compared.stdout) as DiffReport
    expect(files[0]?.changes).toEqual([
      {
        route: "POST /posts",
        operationId: "postsCreate",
        place: "body.title",
        verdict: "breaking",
        change: "maxLength: 200 → 80",
        why: "requests that were valid are rejected",
        fix: expect.stringContaining("accept what was accepted before") as unknown,
        where: expect.stringMatching(/^src\/posts\.ts:5:/) as unknown,
      },
    ])
  })

  it("has one file for each document", async () => {
    const several = `openapi({ title: "A", version: "1.0.0" }), openapi({ title: "B", version: "1.0.0", document: "/v2/openapi.json", page: false, include: () => false })`
    const both = createApp("several", several)
    const { stdout } = await diff(both, "--write")
    expect(stdout).toBe("wrote openapi.json\nwrote v2-openapi.json\n")
    expect(existsSync(join(both, "openapi.json")) && existsSync(join(both, "v2-openapi.json"))).toBe(true)
    expect((await diff(both)).code).toBe(0)
  })

  it.each([
    ["an application without a document", "", [], "has no OpenAPI document: import openapi()"],
    ["a base that is nothing", undefined, ["--base=nope"], "--base nope is neither a file nor a revision"],
    ["a base that is no document", undefined, ["--base=package.json"], "is not an OpenAPI 3.1 document"],
  ] as const)("exits with 2 for %s", async (name, imports, args, message) => {
    const { code, stderr } = await diff(createApp(name.replaceAll(" ", "-"), imports), ...args)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
})

describe("trivet diff in a git repository", () => {
  let folder: string
  beforeAll(async () => {
    folder = createApp("repository")
    writeFileSync(join(folder, ".gitignore"), "node_modules\n")
    git(folder, "init", "-q")
    await diff(folder, "--write")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
  })

  it("compares with where the branch left main", async () => {
    expect((await diff(folder)).stdout).toMatch(
      /^openapi.json compared with main \([\da-f]{7}\): 0 breaking, 0 safe\n$/,
    )
    git(folder, "checkout", "-qb", "change")
    write(
      folder,
      `post("/posts", this.create, { accepts: { body: dto({ title: "required,max=300", text: "" }) } })`,
    )
    await diff(folder, "--write")
    git(folder, "commit", "-qam", "safe")
    const safe = await diff(folder)
    expect(safe.stdout).toContain(
      "safe body.title: maxLength: 200 → 300\n  POST /posts (postsCreate) at src/posts.ts",
    )
    expect(safe.stdout).toContain("0 breaking, 2 safe")
    expect(safe.code).toBe(0)
    write(folder, `get("/other", this.create)`)
    await diff(folder, "--write")
    const breaking = await diff(folder)
    expect(breaking.stdout).toMatch(
      /^breaking route: removed\n {2}POST \/posts \(postsCreate\)\n {2}why: requests get 404\n {2}fix: keep/,
    )
    expect(breaking.code).toBe(1)
  })

  it("does not count as removed what main got meanwhile", async () => {
    git(folder, "checkout", "-q", "main", "--force")
    write(folder, `get("/newer", this.create)`)
    await diff(folder, "--write")
    git(folder, "commit", "-qam", "main moves on")
    git(folder, "checkout", "-q", "change")
    expect((await diff(folder)).code).toBe(0)
    expect((await diff(folder, "--base=main")).stdout).toContain("breaking route: removed\n  GET /newer")
  })

  it("passes where the base has no document yet, and fails without a main branch", async () => {
    const other = createApp("fresh")
    git(other, "init", "-q")
    expect((await diff(other)).stdout).toContain("openapi.json not compared: no commits")
    git(other, "add", "package.json")
    git(other, "commit", "-qm", "first")
    await diff(other, "--write")
    const { code, stdout } = await diff(other)
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/not compared: main \(.{7}\), which has no openapi.json/),
    ])
    git(other, "branch", "-m", "trunk")
    const lost = await diff(other)
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining("--base <revision>")])
    expect((await diff(other, "--base=HEAD")).code).toBe(0)
  })
})
