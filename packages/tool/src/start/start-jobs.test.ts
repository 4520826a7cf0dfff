import { readFileSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterEach, describe, expect, it } from "vitest"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { folderOf, lives, RunningTool, until } from "../../tests/testing/running-tool.ts"

const started: RunningTool[] = []
const folders: string[] = []
const databases: TestDatabase[] = []

afterEach(async () => {
  for (const tool of started.splice(0)) await tool.end("SIGKILL")
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  for (const database of databases.splice(0)) await database.drop()
})

/** A program whose jobs append their pid and what they do to the file `ran`. */
function programOf(files: Readonly<Record<string, string>>): string {
  const folder = folderOf({
    "src/main.ts": `import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

await serve(AppModule, { platform: api(), port: Number(process.env["PORT"]) })
`,
    ran: "",
    ...files,
  })
  folders.push(folder)
  return folder
}

function start(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): RunningTool {
  const tool = new RunningTool(folder, ["start", ...args], { env: { LOG_LEVEL: "info", ...env } })
  started.push(tool)
  return tool
}

function ranIn(folder: string): readonly (readonly [pid: number, what: string])[] {
  const lines = readFileSync(join(folder, "ran"), "utf8").split("\n").slice(0, -1)
  return lines.map((line) => [Number(line.split(" ")[0]), line.split(" ").slice(1).join(" ")])
}

/** Whether something listens on a port. */
function listens(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => tell(true)).once("error", () => tell(false))
    socket.once("close", () => socket.destroy())
    socket.once("connect", () => socket.end())
  })
}

const memoryModule = `import { appendFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { cron, job, Jobs, jobs } from "@trivet/jobs"
import { contract, get, implement, inject, module, routes } from "trivet"

const note = (what: string) => appendFileSync("ran", \`\${process.pid} \${what}\\n\`)
const Slow = contract({ slow: job("slow") })

class Work {
  readonly #jobs = inject(Jobs)
  routes() {
    return routes([
      ...implement(Slow, this),
      cron("* * * * *", "each-minute", () => note("each-minute")),
      get("/", () => "served"),
    ])
  }
  async onServe() {
    await this.#jobs.enqueue(Slow.slow)
  }
  async slow() {
    note("begins")
    await sleep(700)
    note("ends")
  }
}

export const AppModule = module({ name: "app", imports: [jobs({ run: false })], declarations: [Work] })
`

describe("trivet start --jobs", () => {
  it("runs jobs and schedules, does not listen, and finishes a running job before it ends", async () => {
    const folder = programOf({ "src/app-module.ts": memoryModule })
    const port = await freePort()
    const tool = start(folder, ["--jobs"], { PORT: String(port) })
    await until(
      () => ranIn(folder).length >= 2,
      () => tool.output,
    )
    expect(new Set(ranIn(folder).map(([, what]) => what))).toEqual(new Set(["begins", "each-minute"]))
    expect(await listens(port)).toBe(false)
    expect(await tool.end("SIGTERM")).toBe(0)
    expect(ranIn(folder).at(-1)).toEqual([tool.child.pid, "ends"])
    expect(tool.output).toContain("answering calls of the kind job, and no requests")
    expect(tool.output).not.toContain("listening on")
  })

  it("finishes a running job also while another onServe() is at work", async () => {
    const enqueue = "await this.#jobs.enqueue(Slow.slow)"
    expect(memoryModule).toContain(enqueue)
    const slowStart = memoryModule.replace(enqueue, `${enqueue}\n    await sleep(5_000)`)
    const folder = programOf({ "src/app-module.ts": slowStart })
    const tool = start(folder, ["--jobs"], { PORT: "0" })
    const hasNoted = (what: string) => ranIn(folder).some(([, noted]) => noted === what)
    await until(
      () => hasNoted("begins"),
      () => tool.output,
    )
    expect(await tool.end("SIGTERM"), tool.output).toBe(0)
    expect(hasNoted("ends")).toBe(true)
  })

  it("leaves jobs alone in a process that serves with `run: false`", async () => {
    const folder = programOf({ "src/app-module.ts": memoryModule })
    const port = await freePort()
    const tool = start(folder, [], { PORT: String(port) })
    await tool.waitFor(/listening on/)
    expect(await listens(port)).toBe(true)
    expect(await tool.end("SIGTERM")).toBe(0)
    expect(ranIn(folder)).toEqual([])
  })

  it.each([
    ["one process", "job", ["--jobs"]],
    ["workers", "job", ["--jobs", "--workers=2"]],
    ["a variable that names requests", "request", []],
  ] as const)("says what is missing in an application without jobs(): %s", async (_, kind, args) => {
    const folder = programOf({
      "src/app-module.ts": `import { module } from "trivet"
export const AppModule = module({ name: "app" })
`,
    })
    const tool = start(folder, args, { PORT: "0", ...(kind !== "job" && { TRIVET_ONLY: kind }) })
    expect(await tool.exit()).toBe(1)
    expect(tool.output).toContain("KIND_NOT_SERVED")
    expect(tool.output).toContain(
      `only calls of the kind \`${kind}\` (\`TRIVET_ONLY\`), which no module runs`,
    )
    expect(tool.output).toContain("`jobs()` of @trivet/jobs")
  })
})

const storedModule = `import { appendFileSync } from "node:fs"
import { job, jobMigrations, Jobs, jobs } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { type Context, contract, dto, implement, inject, module, post, routes } from "trivet"

class Db extends Database<object> {}
const DatabaseModule = postgres(Db, {
  url: process.env["DATABASE_URL"]!,
  migrations: [jobMigrations],
  migrateAtStart: true,
})
const Receipts = contract({ send: job("receipts/send", { accepts: { body: dto({ order: "required,integer" }) } }) })

class Orders {
  readonly #jobs = inject(Jobs)
  routes() {
    return routes([...implement(Receipts, this), post("/orders/:id", this.order)])
  }
  async order(ctx: Context<"/orders/:id">) {
    await this.#jobs.enqueue(Receipts.send, { order: Number(ctx.param("id")) })
    return { done: true }
  }
  async send(ctx: Context<typeof Receipts.send>) {
    const { order } = await ctx.bind()
    appendFileSync("ran", \`\${process.pid} \${order}\\n\`)
    // Long enough that one process alone does not take all of them.
    await new Promise((go) => setTimeout(go, 50))
  }
}

export const AppModule = module({
  name: "app",
  imports: [jobs({ database: Db, imports: [DatabaseModule], run: false, concurrency: 2 })],
  declarations: [Orders],
})
`

describe("trivet start --jobs with PostgreSQL", () => {
  it("runs in two processes what a third enqueues, which only serves", async () => {
    const database = await createTestDatabase()
    databases.push(database)
    const folder = programOf({ "src/app-module.ts": storedModule })
    const port = await freePort()
    const env = { PORT: String(port), DATABASE_URL: database.url }
    const web = start(folder, [], env)
    await web.waitFor(/listening on/)
    const runner = start(folder, ["--jobs", "--workers=2"], env)
    await until(
      () => runner.output.split("worker started").length === 3,
      () => runner.output,
    )
    for (let id = 0; id < 40; id++)
      await fetch(`http://127.0.0.1:${port}/orders/${id}`, { method: "POST" }).then((reply) => reply.text())
    await until(
      () => ranIn(folder).length >= 40,
      () => web.output + runner.output,
    )
    expect(
      ranIn(folder)
        .map(([, what]) => Number(what))
        .toSorted((a, b) => a - b),
    ).toEqual([...Array(40).keys()])
    const pids = new Set(ranIn(folder).map(([pid]) => pid))
    expect(pids.size).toBe(2)
    expect(pids).not.toContain(web.child.pid)
    expect(pids).not.toContain(runner.child.pid)
    expect(await runner.end("SIGTERM")).toBe(0)
    expect([...pids].some(lives)).toBe(false)
    expect(await web.end("SIGTERM")).toBe(0)
  })
})
