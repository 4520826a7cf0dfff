import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { folderOf, lives, RunningTool, until } from "../../tests/testing/running-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"

const joined = await joinedSources()

// Both templates have the same scripts: TRIVET_LONG=1 npx vitest run packages/tool/src/app/npm-scripts.test.ts runs those of both.
const isLong = process.env["TRIVET_LONG"] === "1"
const templates = ["api", "web"] as const

describe.each(isLong ? templates : ["web" as const])("the npm scripts of the template %s", (template) => {
  let app: TemplateApp
  let database: TestDatabase
  beforeAll(async () => {
    app = await createTemplateApp(template)
    database = await createTestDatabase()
  })
  afterAll(async () => {
    app.remove()
    await database.drop()
  })

  const env = { NODE_OPTIONS: joined.flags.join(" "), REDIS_URL: "" }
  const npm = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    new RunningTool(app.folder, args, {
      program: "npm",
      env: { ...env, DATABASE_URL: database.url, ...more },
    })

  it("have the database commands", async () => {
    const db = async (command: string) => {
      const running = npm(["run", "--silent", "cli", "--", "db", command, "--json"])
      expect(await running.exit(), running.output).toBe(0)
      return running.output
    }
    expect(await db("status")).toMatch(/"001-users"[^}]*pending[^]*"002-notes"[^}]*pending/)
    expect(await db("migrate")).toContain("applied 002-notes")
    expect(await db("status")).toMatch(/"001-users"[^}]*applied[^]*"002-notes"[^}]*applied/)
    expect(await db("rollback")).toContain("rolled back 002-notes")
  })

  it("end the server when npm gets a SIGTERM", async () => {
    const port = await freePort()
    const running = npm(["start"], { PORT: String(port) })
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      )
    try {
      await until(answers, () => running.output)
    } finally {
      await running.end("SIGTERM")
    }
    await expect.poll(answers).toBe(false)
  })
})

it.each(templates)(
  "the npm scripts of the template %s are explained in its README, and the same",
  (template) => {
    const textOf = (name: string, file: string) =>
      readFileSync(join(import.meta.dirname, "../../templates", name, file), "utf8")
    for (const named of ["npm run cli", "db migrate", "TRUSTED_PROXIES=", ".env.example"])
      expect(textOf(template, "README.md")).toContain(named)
    const scriptsOf = (name: string) => {
      const { scripts } = JSON.parse(textOf(name, "package.json")) as { scripts: Record<string, string> }
      return [scripts["start"], scripts["cli"]]
    }
    expect(scriptsOf(template)).toEqual(scriptsOf("web"))
  },
)

const slowStart = `import { get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

class Slow {
  async onServe() {
    console.log(\`process \${process.pid} is in onServe()\`)
    await new Promise((go) => setTimeout(go, 1_000))
  }
}
class Controller {
  slow = inject(Slow)
  routes() {
    return routes([get("/", this.home)])
  }
  home() {
    return ""
  }
}
const App = module({ name: "app", declarations: [Controller, Slow] })
await serve(App, { platform: api(), port: 0 })
`

it("a server that npm started ends with it, also while it starts", async () => {
  const folder = folderOf({
    "package.json": `{ "type": "module", "scripts": { "start": "node src/main.ts" } }`,
    "src/main.ts": slowStart,
  })
  const env = { NODE_OPTIONS: joined.flags.join(" ") }
  const running = new RunningTool(folder, ["start"], { program: "npm", env })
  const shown = await running.waitFor(/process \d+ is in onServe/)
  const pid = Number(/process (\d+)/.exec(shown)![1])
  await running.end("SIGTERM")
  try {
    await expect.poll(() => lives(pid), { message: running.output }).toBe(false)
  } finally {
    if (lives(pid)) process.kill(pid, "SIGKILL")
    rmSync(folder, { recursive: true })
  }
})
