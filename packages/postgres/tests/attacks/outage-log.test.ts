import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"

interface Line {
  readonly level: number
  readonly msg: string
  readonly calls?: number
  readonly reason?: string
  readonly err?: { readonly stack: string }
}

describe("the log of an application whose PostgreSQL is stopped under load", () => {
  let server: PrivatePostgres
  let end: () => void
  let url: string
  let text = ""
  const errors = () =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ level }) => level >= 50)

  beforeAll(async () => {
    server = await PrivatePostgres.start()
    const app = fork(join(import.meta.dirname, "attacked/logging.ts"), {
      execArgv: ["--conditions=@trivet/source"],
      env: { ...process.env, DATABASE_URL: server.url, LOG_LEVEL: "info" },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    })
    app.stdout!.on("data", (chunk: Buffer) => (text += chunk.toString()))
    end = () => app.kill("SIGKILL")
    const [port] = (await once(app, "message")) as [number]
    url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    end()
    await server.remove()
  })

  async function statusOf(path: string): Promise<number> {
    const reply = await fetch(url + path)
    await reply.arrayBuffer()
    return reply.status
  }

  it("has the first failed call of each reason with its stack, and then the number of further ones", async () => {
    const load = { failed: 0, isOver: false }
    const lanes = Array.from({ length: 20 }, async () => {
      while (!load.isOver) if ((await statusOf("/records")) === 503) load.failed++
    })
    await server.stop("fast")
    while (load.failed < 500) await sleep(10)
    await server.start()
    while ((await statusOf("/records")) !== 200) await sleep(10)
    load.isOver = true
    await Promise.all(lanes)

    const written = () => errors().reduce((sum, { calls = 1 }) => sum + calls, 0)
    await expect.poll(written).toBe(load.failed)
    // A connection that ends, one that is refused, one while PostgreSQL starts: a line with a stack, and one with a number.
    expect(errors().length).toBeLessThanOrEqual(20)
    expect(text.length).toBeLessThan(60_000)
    expect(errors()[0]).toMatchObject({ msg: "call failed", err: { stack: expect.any(String) as string } })
    expect(errors().some(({ reason = "" }) => reason.startsWith("The database is not available"))).toBe(true)
  })

  it("has every error of the application itself", async () => {
    const before = errors().length
    for (let call = 0; call < 50; call++) expect(await statusOf("/broken")).toBe(500)
    await expect.poll(() => errors().length).toBe(before + 50)
  })
})
