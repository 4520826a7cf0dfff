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
      stderr: expect.stringContaining("there is no src/none.ts") as string,
    })
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
