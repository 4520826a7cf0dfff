import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { bundleProgram } from "../../../../scripts/suite/bundle-program.ts"
import { until } from "../load/start-work.ts"

/** `programs/failing-log.ts` in a process of its own. */
interface Running {
  readonly child: ChildProcess
  readonly port: number
  /** What it has written to standard error. */
  readonly errors: () => string
  /** What it has sent. */
  readonly sent: readonly unknown[]
  readonly ended: Promise<number | NodeJS.Signals>
}

const children: ChildProcess[] = []
const folders: string[] = []
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL")
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function start(env: Readonly<Record<string, string>>, out: number | "pipe" = "pipe"): Promise<Running> {
  const file = await bundleProgram(join(import.meta.dirname, "programs/failing-log.ts"))
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", out, "pipe", "ipc"],
  })
  children.push(child)
  let errors = ""
  child.stdout?.resume()
  child.stderr!.on("data", (chunk: Buffer) => (errors += chunk.toString()))
  const sent: unknown[] = []
  child.on("message", (message) => sent.push(message))
  const ended = new Promise<number | NodeJS.Signals>((end) =>
    child.once("exit", (code, signal) => end(code ?? signal!)),
  )
  const findPort = () => (sent as { port?: number }[]).find(({ port }) => port !== undefined)?.port
  await until(() => findPort() !== undefined || child.exitCode !== null, "it serves")
  if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${errors}`)
  return { child, port: findPort()!, errors: () => errors, sent, ended }
}

async function startFull(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const full = openSync("/dev/full", "w")
  const running = await start(env, full)
  closeSync(full)
  return running
}

const paths = ["/hello", "/logs", "/broken", "/done", "/stream", "/header", "/health/ready", "/nowhere"]
const statuses = [200, 200, 500, 200, 200, 500, 503, 404]

/** Calls every path, several times, and returns the status of each. A stream that is cut has sent its status. */
async function callAll({ port }: Running, rounds = 3): Promise<number[][]> {
  const found: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const replies = paths.map(async (path) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`)
      await reply.text().catch(() => "cut")
      return reply.status
    })
    found.push(await Promise.all(replies))
  }
  return found
}

/** The lines of standard error that speak of the log. */
function said({ errors }: Running): string[] {
  return errors()
    .split("\n")
    .filter((line) => line.startsWith("trivet: "))
}

async function stop({ child, ended }: Running): Promise<number | NodeJS.Signals> {
  child.kill("SIGTERM")
  return ended
}

describe("a process whose log cannot be written", () => {
  it("serves on with a full disk, says so once, and stops when asked", async () => {
    const running = await startFull()
    expect(await callAll(running)).toEqual([statuses, statuses, statuses])
    expect(said(running)).toEqual([expect.stringMatching(/cannot write the log.*ENOSPC/)])
    expect(await stop(running)).toBe(0)
    expect(said(running)).toHaveLength(1)
  })

  it("serves on when the reader of the log is gone", async () => {
    const running = await start({})
    running.child.stdout!.destroy()
    expect(await callAll(running)).toEqual([statuses, statuses, statuses])
    await until(() => said(running).length === 1, "it says that the log is lost")
    expect(said(running)[0]).toContain("EPIPE")
    expect(await stop(running)).toBe(0)
  })

  it("serves on when the reader of standard error is gone as well", async () => {
    const running = await start({})
    running.child.stdout!.destroy()
    running.child.stderr!.destroy()
    expect(await callAll(running)).toEqual([statuses, statuses, statuses])
    expect(await stop(running)).toBe(0)
  })

  it("says how many lines were dropped when there is a reader again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trivet-log-"))
    folders.push(folder)
    const fifo = join(folder, "log")
    execFileSync("mkfifo", [fifo])
    const read = () => openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK)
    let reader = read()
    const writer = openSync(fifo, "w")
    const running = await start({}, writer)
    closeSync(writer)
    closeSync(reader)
    for (let call = 0; call < 5; call++) await fetch(`http://127.0.0.1:${running.port}/hello`)
    await until(() => said(running).length === 1, "it says that the log is lost")
    reader = read()
    await fetch(`http://127.0.0.1:${running.port}/hello`)
    await until(() => said(running).length === 2, "it says that the log is written again")
    const dropped = Number(/written again, (\d+) lines were dropped/.exec(said(running)[1]!)?.[1])
    const written = Buffer.alloc(65_536)
    const lines = written.toString("utf8", 0, readSync(reader, written)).match(/"msg":"call"/g)
    closeSync(reader)
    // Each call has one line, which may follow its reply.
    expect(dropped).toBeGreaterThan(0)
    expect(dropped + lines!.length).toBe(6)
    expect(await stop(running)).toBe(0)
  })

  it.each(["throws", "rejects", "childless", "pino"])("serves on with a log that fails: %s", async (LOG) => {
    const running = await start({ LOG })
    expect(await callAll(running)).toEqual([statuses, statuses, statuses])
    // Lines without fields of their own reach a log that only lacks children.
    expect(said(running)).toHaveLength(LOG === "childless" ? 2 : 1)
    expect(said(running)[0]).toMatch(/cannot write the log.*made to fail/)
    expect(await stop(running)).toBe(0)
  })

  it.each([
    ["a full disk", {}],
    ["a log that throws", { LOG: "throws" }],
  ])("answers the requests in flight and ends with 1 after a crash, with %s", async (_, env) => {
    const running = await startFull(env)
    const slow = fetch(`http://127.0.0.1:${running.port}/slow`)
    await until(() => running.sent.includes("slow"), "a call is in flight")
    await fetch(`http://127.0.0.1:${running.port}/crash`)
    expect((await slow).status).toBe(200)
    expect(await running.ended).toBe(1)
  })

  it.each([
    ["a full disk", {}],
    ["a log that throws", { LOG: "throws" }],
  ])("keeps its workers, and replaces one that dies, with %s", async (_, env) => {
    const running = await startFull({ ...env, WORKERS: "2" })
    const pidOf = async () => {
      const reply = await fetch(`http://127.0.0.1:${running.port}/hello`, {
        headers: { connection: "close" },
      })
      return ((await reply.json()) as { pid: number }).pid
    }
    const before = await pidOf()
    expect(await callAll(running)).toEqual([statuses, statuses, statuses])
    process.kill(before, "SIGKILL")
    const pids = new Set<number>()
    while (pids.size < 2) {
      const pid = await pidOf().catch(() => before)
      if (pid !== before) pids.add(pid)
    }
    expect(await stop(running)).toBe(0)
  })

  it.each([
    ["a full disk", {}],
    ["a log that throws", { LOG: "throws" }],
  ])("runs on where it only answers calls of another kind, with %s", async (_, env) => {
    const running = await startFull({ ...env, TRIVET_ONLY: "tick" })
    const ticks = () => (running.sent as { ticks?: number }[]).findLast(({ ticks: one }) => one)?.ticks ?? 0
    await until(() => ticks() > 10 || running.child.exitCode !== null, "it ticks")
    expect(running.child.exitCode).toBeNull()
    expect(await stop(running)).toBe(0)
  })
})
