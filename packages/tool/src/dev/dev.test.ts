import { once } from "node:events"
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { request } from "node:http"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import {
  askPid,
  folderOf,
  lives,
  RunningTool,
  serverFiles,
  until,
  write,
} from "../../tests/testing/running-tool.ts"

const started: RunningTool[] = []
const folders: string[] = []
let folder = ""

/** Starts `trivet dev` in a new folder and waits until its program serves. */
async function develop(env: NodeJS.ProcessEnv = {}, ...options: readonly string[]) {
  folder = folderOf(serverFiles)
  folders.push(folder)
  const port = await freePort()
  const tool = new RunningTool(folder, ["dev", ...options], { env: { PORT: String(port), ...env } })
  started.push(tool)
  await tool.waitFor(/^ready /m)
  return { tool, port, ...(await askPid(port)) }
}

/** Asks for a path under the name of a host; gives the status and the body. */
function askAs(port: number, host: string): Promise<{ status: number; body: string }> {
  return new Promise((give, fail) => {
    const asked = request({ host: "127.0.0.1", port, path: "/pid", headers: { host } }, (reply) => {
      let body = ""
      reply.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
      reply.on("end", () => give({ status: reply.statusCode!, body }))
    })
    asked.on("error", fail).end()
  })
}

const file = (path: string) => join(folder, path)
const edit = (path: string, from: string, to: string) =>
  writeFileSync(file(path), readFileSync(file(path), "utf8").replace(from, to))

afterEach(async () => {
  for (const tool of started.splice(0)) await tool.end()
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

describe("trivet dev", () => {
  it("shows addresses and facts, ready as the last line, then only what a change has changed", async () => {
    const { tool, port, pid } = await develop()
    expect(await tool.waitFor(/^ready .*\n/m)).toMatch(
      /^trivet dev {2}src\/main\.ts\n\ndashboard {2}http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\nserves {5}1 route \(1 public\)\n\nready {2}http:\/\/localhost:\d+ {2}in \d+ ms\n$/,
    )
    let from = tool.output.length
    edit("src/pid-controller.ts", "version: 1", "version: 2")
    const next = await askPid(port, ({ version }) => version === 2)
    expect(next.pid).not.toBe(pid)
    expect(lives(pid)).toBe(false)
    expect(await tool.waitFor(/^ready .*\n/m, from)).toMatch(
      /^\nchanged {2}src\/pid-controller\.ts\nready {2}http:\/\/localhost:\d+ {2}in \d+ ms\n$/,
    )
    from = tool.output.length
    edit("src/pid-controller.ts", `get("/pid", this.pid)`, `get("/pid", this.pid), get("/other", this.pid)`)
    expect(await tool.waitFor(/^ready /m, from)).toMatch(
      /^\+ GET {2}\/other {2}PidController\.pid {2}src\/pid-controller\.ts:7:\d+$/m,
    )
    from = tool.output.length
    edit("src/pid-controller.ts", `, get("/other", this.pid)`, "")
    expect(await tool.waitFor(/^ready /m, from)).toMatch(/^- GET {2}\/other {2}PidController\.pid$/m)
  })

  it("tells a fault of boot with its place and fix, a broken line and a crash, and goes on when they are fixed", async () => {
    const { tool, port } = await develop()
    const whole = readFileSync(file("src/pid-controller.ts"), "utf8")
    let from = tool.output.length
    write(folder, {
      "src/pid-controller.ts": whole
        .replace("{ get,", "{ get, inject,")
        .replace("  routes() {", "  readonly missing = inject(Missing)\n  routes() {")
        .replace("export class", "class Missing {}\n\nexport class"),
    })
    expect(await tool.waitFor(/waiting for a change/, from)).toMatch(
      /^fault TOKEN_\w+ at src\/pid-controller\.ts:\d+:\d+\n {2}.*\n( {2}chain: .*\n)? {2}fix: .*\n {2}more: npx trivet explain TOKEN_\w+\nnot running: waiting for a change$/m,
    )
    from = tool.output.length
    write(folder, { "src/pid-controller.ts": `${whole}\nconst half = {` })
    expect(await tool.waitFor(/waiting for a change/, from)).toMatch(
      /^fault SYNTAX_INVALID at src\/pid-controller\.ts:\d+:\d+\n/m,
    )
    from = tool.output.length
    write(folder, { "src/pid-controller.ts": `${whole}\nthrow new RangeError("out of bounds")\n` })
    expect(await tool.waitFor(/waiting for a change/, from)).toMatch(
      /^error {2}RangeError: out of bounds\n {2}at src\/pid-controller\.ts:12:\d+\n/m,
    )
    from = tool.output.length
    write(folder, { "src/pid-controller.ts": `${whole}\nsetTimeout(() => process.exit(3), 500)\n` })
    await tool.waitFor(/^the program ended with 3: waiting for a change$/m, from)
    from = tool.output.length
    write(folder, { "src/pid-controller.ts": whole.replace("version: 1", "version: 5") })
    await tool.waitFor(/^ready /m, from)
    expect((await askPid(port)).version).toBe(5)
  })

  it("starts once for ten quick saves", async () => {
    const { tool, port } = await develop()
    const from = tool.output.length
    const whole = readFileSync(file("src/pid-controller.ts"), "utf8")
    for (let save = 1; save <= 10; save++) {
      write(folder, { "src/pid-controller.ts": whole.replace("version: 1", `version: ${save + 100}`) })
      await sleep(15)
    }
    await askPid(port, ({ version }) => version === 110)
    await sleep(500)
    expect(tool.output.slice(from).match(/^changed/gm)).toHaveLength(1)
    expect(readFileSync(file("starts"), "utf8").trim().split("\n")).toHaveLength(2)
  })

  it("sees new folders, files that go, and .env; tests and what is written back are no changes", async () => {
    writeFileSync(join((folder = folderOf(serverFiles)), ".env"), "NOTE=first\n")
    folders.push(folder)
    const port = await freePort()
    const tool = new RunningTool(folder, ["dev"], { env: { PORT: String(port) } })
    started.push(tool)
    expect((await askPid(port)).note).toBe("first")
    await tool.waitFor(/^ready /m)
    const expectRestart = async (changed: RegExp, change: () => void) => {
      const from = tool.output.length
      change()
      await tool.waitFor(changed, from)
      await tool.waitFor(/^ready /m, from)
    }
    // In one step: a file that is empty for a moment is one more change.
    writeFileSync(file(".env~"), "NOTE=second\n")
    await expectRestart(/^changed {2}\.env$/m, () => renameSync(file(".env~"), file(".env")))
    await askPid(port, ({ note }) => note === "second")
    const name = "src/deep/er/new.ts"
    const changed = /^changed {2}src\/deep\/er\/new\.ts$/m
    // Twice: a folder that comes again is another one to the system.
    for (let time = 0; time < 2; time++) {
      await expectRestart(changed, () => write(folder, { [name]: "export const value = 1\n" }))
      await expectRestart(changed, () => appendFileSync(file(name), "// more\n"))
      await expectRestart(changed, () => rmSync(file("src/deep"), { recursive: true }))
    }
    const from = tool.output.length
    write(folder, { "src/pid.test.ts": "", "src/.hidden/x.ts": "", "notes.md": "", "src/main.ts~": "" })
    await sleep(600)
    expect(tool.output.slice(from)).toBe("")
  })

  it("says that the port is taken, and tries again after a change", async () => {
    const holder = createServer().listen(0)
    await once(holder, "listening")
    const { port } = holder.address() as { port: number }
    folder = folderOf(serverFiles)
    folders.push(folder)
    const tool = new RunningTool(folder, ["dev"], { env: { PORT: String(port) } })
    started.push(tool)
    const shown = await tool.waitFor(/waiting for a change/)
    expect(shown).toMatch(/^fault ADDRESS_IN_USE at src\/main\.ts:11:\d+$/m)
    expect(shown).toContain(`Cannot listen on port ${port}: it is already in use.`)
    holder.close()
    appendFileSync(file("src/main.ts"), "\n")
    await tool.waitFor(/^ready /m)
  })

  it("names the address of its own program where another one answers on the same port", async () => {
    const holder = createServer((socket) => socket.end()).listen(0, "::1")
    await once(holder, "listening")
    const { port } = holder.address() as { port: number }
    folder = folderOf(serverFiles)
    folders.push(folder)
    edit("src/main.ts", "{ port:", `{ host: "127.0.0.1", port:`)
    const tool = new RunningTool(folder, ["dev"], { env: { PORT: String(port) } })
    started.push(tool)
    const shown = await tool.waitFor(/^ready .*\n/m)
    expect(shown).toMatch(new RegExp(`^ready {2}http://127\\.0\\.0\\.1:${port} `, "m"))
    expect(shown).toContain(`note   another program answers at http://[::1]:${port}\n`)
    expect(shown).not.toContain("localhost")
    holder.close()
  })

  it("restarts when a file of a workspace package changes that the program imports", async () => {
    const files = {
      "packages/shared/package.json": `{ "name": "shared", "type": "module", "exports": "./lib/index.ts" }`,
      "packages/shared/lib/index.ts": `export * from "./version.ts"\n`,
      "packages/shared/lib/version.ts": "export const version = 1\n",
      "packages/shared/lib/unused.ts": "export {}\n",
    }
    const app = Object.fromEntries(Object.entries(serverFiles).map(([path, text]) => [`app/${path}`, text]))
    const house = folderOf({ ...files, ...app, "app/package.json": `{ "type": "module" }` })
    folders.push(house)
    folder = join(house, "app")
    symlinkSync(
      "../../packages/shared",
      join(mkdirSync(join(folder, "node_modules"), { recursive: true })!, "shared"),
    )
    edit("src/pid-controller.ts", "version: 1", "version")
    edit("src/pid-controller.ts", "import {", `import { version } from "shared"\nimport {`)
    const port = await freePort()
    const tool = new RunningTool(folder, ["dev"], { env: { PORT: String(port) } })
    started.push(tool)
    await tool.waitFor(/^ready /m)
    expect((await askPid(port)).version).toBe(1)
    const from = tool.output.length
    writeFileSync(join(house, "packages/shared/lib/unused.ts"), "export const x = 1\n")
    await sleep(500)
    expect(tool.output.slice(from)).toBe("")
    writeFileSync(join(house, "packages/shared/lib/version.ts"), "export const version = 2\n")
    await askPid(port, ({ version }) => version === 2)
    expect(await tool.waitFor(/^ready /m, from)).toContain("changed  ../packages/shared/lib/version.ts\n")
  })

  it("applies a migration only when the program loads, and all of its migrations do", async () => {
    const database = await createTestDatabase()
    const migration = (name: string) => `import { appendFileSync } from "node:fs"
export const up = () => appendFileSync("applied", "${name} ")
`
    folder = folderOf({
      ...serverFiles,
      "src/app-module.ts": `import { Database, postgres } from "@trivet/postgres"
import { module } from "trivet"
import { PidController } from "./pid-controller.ts"

class Db extends Database<object> {}
const DatabaseModule = postgres(Db, () => ({
  url: process.env["DATABASE_URL"],
  migrations: new URL("migrations/", import.meta.url),
  migrateAtStart: true,
}))
export const AppModule = module({ name: "app", imports: [DatabaseModule], declarations: [PidController] })
`,
      "src/migrations/001-first.ts": migration("first"),
    })
    folders.push(folder)
    const env = { PORT: String(await freePort()), DATABASE_URL: database.url }
    const tool = new RunningTool(folder, ["dev"], { env })
    started.push(tool)
    expect(await tool.waitFor(/^ready /m)).toContain("1 route (1 public) · PostgreSQL\n")
    const applied = () => readFileSync(file("applied"), "utf8")
    expect(applied()).toBe("first ")
    let from = tool.output.length
    const whole = readFileSync(file("src/pid-controller.ts"), "utf8")
    write(folder, {
      "src/migrations/002-second.ts": migration("second"),
      "src/pid-controller.ts": `${whole}\nconst half = {`,
    })
    await tool.waitFor(/waiting for a change/, from)
    expect(applied()).toBe("first ")
    from = tool.output.length
    write(folder, { "src/migrations/003-third.ts": "export const up = (", "src/pid-controller.ts": whole })
    expect(await tool.waitFor(/waiting for a change/, from)).toContain("src/migrations/003-third.ts")
    expect(applied()).toBe("first ")
    from = tool.output.length
    write(folder, { "src/migrations/003-third.ts": migration("third") })
    await tool.waitFor(/^ready /m, from)
    expect(applied()).toBe("first second third ")
    await tool.end()
    await database.drop()
  })

  // In the short form SIGTERM and SIGINT are those that end the programs of two tests below. All of them:
  // TRIVET_LONG=1 npx vitest run packages/tool/src/dev/dev.test.ts
  it.each([
    ...(process.env["TRIVET_LONG"] === "1" ? [["SIGINT", 130] as const, ["SIGTERM", 143] as const] : []),
    ["SIGHUP", 143],
    ["SIGKILL", "SIGKILL"],
  ] as const)("leaves no process after %s", async (signal, code) => {
    const { tool, pid, port } = await develop()
    expect(await tool.end(signal)).toBe(code)
    await until(() => !lives(pid))
    const holder = createServer().listen(port)
    await once(holder, "listening")
    holder.close()
  })

  it("ends a program that does not stop when it is asked to", async () => {
    const { tool } = await develop()
    const from = tool.output.length
    write(folder, {
      "src/main.ts": `for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => undefined)
        setInterval(() => undefined, 1000)
        console.log("deaf", process.pid)`,
    })
    const pid = Number(/deaf (\d+)/.exec(await tool.waitFor(/deaf \d+\n/, from))![1])
    const began = performance.now()
    expect(await tool.end("SIGTERM")).toBe(143)
    expect(performance.now() - began).toBeLessThan(12_000)
    expect(lives(pid)).toBe(false)
  })

  it("rejects requests for hosts that are not this machine's, unless they are allowed", async () => {
    const { port } = await develop({}, "--allow-host=shop.example,Other.example")
    for (const host of [
      `localhost:${port}`,
      "app.localhost",
      "127.0.0.1",
      "[::1]:80",
      "10.1.2.3:80",
      "shop.example",
      "other.example:80",
    ])
      expect((await askAs(port, host)).status, host).toBe(200)
    for (const host of [
      "evil.example",
      "localhost.evil.example",
      "xlocalhost",
      "127.0.0.1.evil.example",
      "shop.example.evil.example",
      "x.shop.example",
    ]) {
      const { status, body } = await askAs(port, host)
      expect(status, host).toBe(403)
      expect(body).toContain(JSON.stringify(host))
      expect(body).toContain("--allow-host")
    }
  })

  it("runs a program with workers, rejects them there too, allows hosts of the environment, and ends all workers", async () => {
    const { tool, port } = await develop({ TRIVET_ALLOW_HOST: "shop.example" })
    const from = tool.output.length
    edit("src/main.ts", "{ port:", "{ workers: 2, port:")
    await tool.waitFor(/^ready {2}http:\/\/localhost:\d+/m, from)
    expect((await askAs(port, "evil.example")).status).toBe(403)
    expect((await askAs(port, "shop.example")).status).toBe(200)
    const starts = () => readFileSync(file("starts"), "utf8").trim().split("\n").slice(1).map(Number)
    await until(() => starts().length === 3)
    const pids = starts()
    expect(pids).toContain((await askPid(port)).pid)
    expect(await tool.end("SIGINT")).toBe(130)
    await until(() => !pids.some(lives))
  })
})
