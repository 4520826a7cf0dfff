import { spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
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
import { runTool, toolWords } from "../../tests/testing/run-tool.ts"

const started: RunningTool[] = []
const folders: string[] = []

async function start(args: readonly string[], options: { env?: NodeJS.ProcessEnv; program?: string } = {}) {
  const script = `${process.execPath} ${toolWords.join(" ")}`
  const folder = folderOf({
    ...serverFiles,
    "package.json": JSON.stringify({
      type: "module",
      scripts: {
        start: `${script} start`,
        dev: `${script} dev`,
        workers: `${script} start --workers=2`,
        node: `${process.execPath} ${toolWords.slice(0, -1).join(" ")} src/main.ts`,
      },
    }),
  })
  folders.push(folder)
  const port = await freePort()
  const env = { PORT: String(port), ...options.env }
  const tool = new RunningTool(folder, args, { ...options, env })
  started.push(tool)
  return { folder, port, tool, ...(await askPid(port)) }
}

afterEach(async () => {
  for (const tool of started.splice(0)) await tool.end("SIGKILL")
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe("trivet start", () => {
  it("starts for production, as the very process that was started, and ends with the program's code", async () => {
    const { tool, pid, mode } = await start(["start"])
    expect(mode).toBe("production")
    if (process.platform !== "win32") expect(pid).toBe(tool.child.pid)
    expect(await tool.end("SIGTERM")).toBe(0)
    expect(lives(pid)).toBe(false)
  })

  it("leaves NODE_ENV as it is, takes another file, and passes on how that ends", async () => {
    const { folder, tool, mode } = await start(["start"], { env: { NODE_ENV: "staging" } })
    expect(mode).toBe("staging")
    await tool.end()
    write(folder, { "src/other.ts": "process.exitCode = 7" })
    expect(await new RunningTool(folder, ["start", "src/other.ts"]).exit()).toBe(7)
    write(folder, { "src/other.ts": `process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)` })
    expect(await new RunningTool(folder, ["start", "src/other.ts"]).exit()).toBe("SIGKILL")
  })

  it("serves with workers, and one signal ends all", async () => {
    const { folder, tool, port } = await start(["start", "--workers=2"])
    const pids = new Set<number>()
    await until(async () => pids.add((await askPid(port)).pid).size === 2)
    expect(pids).not.toContain(tool.child.pid)
    expect((await askPid(port)).mode).toBe("production")
    // The process that watches has loaded nothing of the program.
    expect(readFileSync(join(folder, "starts"), "utf8").trim().split("\n").map(Number)).toEqual(
      expect.arrayContaining([...pids]),
    )
    expect(await tool.end("SIGTERM")).toBe(0)
    expect([...pids].some(lives)).toBe(false)
  })

  it("refuses what is no number of workers", async () => {
    const wrong = ["0", "-1", "many", "1.5", "1000", ""]
    const ended = wrong.map((workers) => runTool(["start", `--workers=${workers}`]))
    for (const { code, stderr } of await Promise.all(ended)) {
      expect(code).toBe(2)
      expect(stderr).toMatch(/^trivet: --workers takes auto or a whole number from 1 to 999, not "[^\n]*\n$/)
    }
  })

  it("says which file is missing", async () => {
    expect(await runTool(["start", "src/none.ts"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^trivet: there is no src\/none\.ts\. Name the file .*--entry=src\/main\.ts, .*Type: trivet start --help\n$/,
      ) as string,
    })
  })
})

describe("a program whose settings are missing", () => {
  it.each([
    ["trivet start", [...toolWords, "start"]],
    ["trivet start --workers=2", [...toolWords, "start", "--workers=2"]],
    ["trivet start --jobs", [...toolWords, "start", "--jobs"]],
    ["node src/main.ts", [...toolWords.slice(0, -1), "src/main.ts"]],
  ])("prints one table and exits with 1, started by: %s", (_, args) => {
    const main = `import { config, dto, module } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

config(dto({ DATABASE_URL: "required", JWT_SECRET: "required" }))
await serve(module({ name: "app" }), { platform: api(), port: 0 })
`
    const folder = folderOf({ "src/main.ts": main })
    folders.push(folder)
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: "production", DATABASE_URL: "", JWT_SECRET: "" },
      encoding: "utf8",
    })
    expect(status).toBe(1)
    const table = String.raw`Environment variables are missing or invalid:\n[^]*DATABASE_URL +is not set[^]*JWT_SECRET +is not set[^]*`
    expect(stderr).toMatch(
      new RegExp(
        args.includes("start")
          ? String.raw`^fault CONFIG_INVALID at src/main\.ts:5:1\n {2}${table}\n$`
          : String.raw`^CONFIG_INVALID: ${table}at src/main\.ts:5:1\n$`,
      ),
    )
    expect(stderr.match(/ fix: /g)).toHaveLength(1)
  })

  it("leaves an error that is no fault to Node", () => {
    const main = `import { config, dto } from "trivet"
try {
  config(dto({ DATABASE_URL: "required" }), { environment: {} })
} catch {}
throw new TypeError("of the program")
`
    const folder = folderOf({ "src/main.ts": main })
    folders.push(folder)
    const args = [...toolWords.slice(0, -1), "src/main.ts"]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
    expect(status).toBe(1)
    expect(stderr).toContain('throw new TypeError("of the program")')
    expect(stderr).toContain("Node.js v")
  })
})

describe("a program that does not start", () => {
  const cycle = { "src/one.ts": `import { two } from "./two.ts"\nexport const one = two + 1\n` }
  const broken: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [
      "two routes alike",
      {
        "src/pid-controller.ts": serverFiles["src/pid-controller.ts"]!.replace(
          "[",
          '[get("/pid", this.pid), ',
        ),
      },
    ],
    ["a line that is no TypeScript", { "src/pid-controller.ts": "const half = {" }],
    ["an error of its own", { "src/pid-controller.ts": `throw new RangeError("out of bounds")\n` }],
    [
      "a cycle of imports",
      {
        ...cycle,
        "src/two.ts": `import { one } from "./one.ts"\nexport const two = one + 1\n`,
        "src/pid-controller.ts": `import "./one.ts"\n${serverFiles["src/pid-controller.ts"]}`,
      },
    ],
  ]

  it.each(broken)("says the same with start as with dev: %s", async (_, files) => {
    const folder = folderOf({ ...serverFiles, ...files })
    folders.push(folder)
    const dev = new RunningTool(folder, ["dev"])
    started.push(dev)
    const shown = await dev.waitFor(/waiting for a change/)
    const told = /^(?:fault|error) [^]*?(?=^not running)/m.exec(shown)![0]
    const { status, stderr } = spawnSync(process.execPath, [...toolWords, "start"], {
      cwd: folder,
      encoding: "utf8",
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: told })
  })

  it("handles its own errors once it listens, and those of its child processes are their own", async () => {
    const main = `import { fork } from "node:child_process"
if (process.argv[2] === "child") throw new Error("of the child")
fork(process.argv[1], ["child"], { silent: true }).stderr.on("data", (text) => process.stdout.write(text))
${serverFiles["src/main.ts"]!.replace("appendFileSync(", "// (")}
setTimeout(() => { throw new Error("later") }, 3000)
`
    const folder = folderOf({ ...serverFiles, "src/main.ts": main })
    folders.push(folder)
    const tool = new RunningTool(folder, ["start"], { env: { PORT: "0" } })
    started.push(tool)
    expect(await tool.waitFor(/of the child[^]*Node\.js v/)).not.toMatch(/^error /m)
    expect(await tool.exit()).toBe(1)
    expect(tool.output).not.toMatch(/^error /m)
  })
})

describe("a SIGTERM that reaches npm alone", () => {
  it.each(["start", "dev", "workers", "node"])("leaves nothing of `npm run %s` behind", async (script) => {
    const { folder, tool, pid } = await start(["run", "--silent", script], { program: "npm" })
    const pids = [pid, ...readFileSync(join(folder, "starts"), "utf8").trim().split("\n").map(Number)]
    expect(pids.every(lives)).toBe(true)
    await tool.end("SIGTERM")
    await until(() => !pids.some(lives))
  })
})
