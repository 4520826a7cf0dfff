import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Ended, runTool } from "../testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"

let app: TemplateApp
beforeAll(async () => {
  app = await createTemplateApp("api")
  git("init", "-q")
  commit()
})
afterAll(() => app.remove())

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
  execFileSync("git", [...identity, ...args], { cwd: app.folder, stdio: "pipe" })
}

function commit(): void {
  git("add", ".")
  git("commit", "-qm", "a change")
}

function edit(path: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  const file = join(app.folder, path)
  let text = readFileSync(file, "utf8")
  for (const [from, to] of changes) {
    expect(text).toContain(from)
    text = text.replace(from, to)
  }
  writeFileSync(file, text)
}

const diff = (...args: readonly string[]): Promise<Ended> =>
  runTool(["diff", "--timeout=100", ...args], { cwd: app.folder })

describe("trivet diff in a new application", () => {
  it("passes after the sample is deleted and the document is written, on a branch too", async () => {
    git("checkout", "-qb", "own-start")
    rmSync(join(app.folder, "src/notes"), { recursive: true })
    edit(
      "src/app-module.ts",
      [`import { NotesModule } from "./notes/notes-module.ts"\n`, ""],
      ["    NotesModule,\n", ""],
    )
    const outdated = await diff()
    expect(outdated.stdout, outdated.stderr).toContain("breaking route: removed")
    expect(outdated.code).toBe(1)
    expect((await diff("--write")).code).toBe(0)
    const { code, stdout } = await diff()
    expect(stdout).toContain("breaking route: removed")
    expect(stdout).toContain("allowed: the older version is 0.1.0, below 1.0.0")
    expect(code).toBe(0)
    commit()
    expect((await diff()).code).toBe(0)
  })

  it("fails for a route that became public, whatever the version is", async () => {
    edit("src/login/login-controller.ts", ["me: [BearerAuth]", "me: [anyone]"])
    await diff("--write")
    const { code, stdout } = await diff()
    expect(stdout).toContain("why: the route became public")
    expect(stdout).toContain("not allowed: changes of `security`")
    expect(code).toBe(1)
    git("checkout", "-q", "--", ".")
  })

  it("fails for what breaks clients from version 1.0.0 on, until the major version is raised", async () => {
    edit("src/app-module.ts", [`version: "0.1.0"`, `version: "1.0.0"`])
    await diff("--write")
    commit()
    git("branch", "-f", "main")
    edit("src/login/login-contract.ts", [`"/auth/me"`, `"/auth/who"`])
    await diff("--write")
    const failed = await diff()
    expect(failed.stdout).toContain("breaking route: removed")
    expect(failed.stdout).toContain("raise the major version in openapi(), now 1.0.0")
    expect(failed.code).toBe(1)
    edit("src/app-module.ts", [`version: "1.0.0"`, `version: "2.0.0"`])
    await diff("--write")
    const raised = await diff()
    expect(raised.stdout).toContain("allowed: the major version is raised, 1.0.0 → 2.0.0")
    expect(raised.code).toBe(0)
  })
})
