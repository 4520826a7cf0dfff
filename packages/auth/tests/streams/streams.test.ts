import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

let database: TestDatabase
const started: ChildProcess[] = []
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(async () => {
  for (const child of started) {
    const gone = once(child, "exit")
    child.kill("SIGKILL")
    await gone
  }
  await database.drop()
})

async function start(): Promise<string> {
  const { flags } = await joinedSources()
  const child = fork(join(import.meta.dirname, "program.ts"), [database.url], {
    execArgv: [...flags],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  started.push(child)
  return ((await once(child, "message")) as [string])[0]
}

describe("streams behind sessions, tokens and keys", () => {
  it("end within six seconds after another process has ended the credentials", async () => {
    const [one, other] = [await start(), await start()]
    const login = async () =>
      (await (await fetch(`${one}/login`, { method: "POST" })).json()) as Record<string, string>
    const { session = "", token = "", key = "" } = await login()
    const open = async (path: string, headers: Record<string, string>) => {
      const reply = await fetch(`${other}${path}`, { headers })
      expect(reply.status).toBe(200)
      return reply.body!.getReader()
    }
    const streams = await Promise.all([
      open("/session", { cookie: `session_id=${session}` }),
      open("/bearer", { authorization: `Bearer ${token}` }),
      open("/key", { "x-api-key": key }),
    ])
    // Each guard has decided again at least once.
    const until = performance.now() + 1_500
    while (performance.now() < until)
      for (const stream of streams) expect((await stream.read()).done).toBe(false)
    await fetch(`${one}/end`, { method: "POST", headers: { "x-session": session, "x-token": token } })
    const began = performance.now()
    const times = await Promise.all(
      streams.map(async (stream) => {
        while (!(await stream.read()).done);
        return Math.round(performance.now() - began)
      }),
    )
    console.log(`ended after ${times.join(", ")} ms (session, token, key)`)
    // One second until the other process sees it, and one until the guards decide; the rest is for a busy machine.
    for (const time of times) expect(time).toBeLessThan(6_000)
  }, 60_000)
})
