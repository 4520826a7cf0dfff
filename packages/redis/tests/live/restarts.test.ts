import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { removeKeys, sharedRedis, testPrefix } from "../conformance/test-redis.ts"
import { RedisConnection, RedisTopics } from "../../src/index.ts"
import { history } from "./room.ts"

interface Progress {
  readonly least: number
  readonly most: number
  readonly wrong: number
}

const long = process.env["TRIVET_LONG"] === "1"
const clients = long ? 1_000 : 100
const restarts = long ? 10 : 2

const prefix = testPrefix()
const children: ChildProcess[] = []
const connection = new RedisConnection({ url: sharedRedis })
const topics = new RedisTopics(connection, prefix, { history })

function start(name: string, ...args: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, `${name}.ts`), args, {
    execArgv: ["--conditions=@trivet/source"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  })
  children.push(child)
  return child
}

afterAll(async () => {
  for (const child of children) child.kill("SIGTERM")
  await connection.onStop()
  await removeKeys(prefix)
})

/** The ids of the processes that serve. */
async function workersOf(port: number): Promise<readonly number[]> {
  const ask = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/pid`, { headers: { connection: "close" } })
    return ((await reply.json()) as { readonly pid: number }).pid
  }
  const found = new Set<number>()
  while (found.size < 2) found.add(await ask())
  return [...found]
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("sockets over rolling restarts", () => {
  it(`lose nothing, with ${clients} clients and ${restarts} restarts`, async () => {
    const server = start("room-server", sharedRedis, prefix)
    const [line] = (await once(createInterface(server.stdout!), "line")) as [string]
    const { port } = JSON.parse(line) as { port: number }
    const listening = start("room-clients", `http://127.0.0.1:${port}`, String(clients))
    let progress: Progress = { least: -1, most: -1, wrong: 0 }
    listening.on("message", (now: Progress) => (progress = now))
    let at = 0
    const publish = async () => void (await topics.publish("room:1", { at: at++ }))
    /** Waits until every client has all that was published. */
    const untilAll = async () => {
      const last = at - 1
      await expect.poll(() => progress.least >= last, { timeout: 120_000, interval: 50 }).toBe(true)
    }
    // Those that are not there yet have no message to go on after.
    await expect.poll(async () => (await publish(), progress.least >= 0), { timeout: 120_000 }).toBe(true)
    await untilAll()
    const times: number[] = []
    for (let restart = 0; restart < restarts; restart++) {
      const before = await workersOf(port)
      server.kill("SIGHUP")
      // Until the old ones have exited: another SIGHUP before that would be part of this restart.
      for (let count = 0; count < 20 || before.some(isAlive); count++) {
        await publish()
        await new Promise((go) => setTimeout(go, 100))
      }
      // All workers are new. Those who were connected to the last one may still be on their way.
      await publish()
      const began = performance.now()
      await untilAll()
      times.push(performance.now() - began)
    }
    noteFigure(
      "rolling restarts",
      `${clients} sockets, 2 workers, ${at} messages`,
      `${progress.wrong} lost or doubled in ${restarts} restarts; with both workers replaced, a message reached all within ${Math.max(...times).toFixed(0)} ms`,
    )
    expect(progress.wrong).toBe(0)
    expect(Math.max(...times)).toBeLessThan(10_000)
  }, 600_000)
})
