import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Api, bearer } from "../../examples/auth/tests/conformance/api.ts"
import { createTestDatabase, type TestDatabase } from "../../examples/auth/tests/conformance/test-database.ts"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { audit, Ledger } from "../../scripts/suite/ledger.ts"
import { PrivateRedis } from "@trivet/redis/testing"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { base, references } from "../testing/references.ts"

const latest = 5_000

let database: TestDatabase
let redis: PrivateRedis

beforeEach(async () => {
  database = await createTestDatabase()
  redis = await PrivateRedis.start()
})
afterEach(async () => {
  await redis?.stop()
  await database?.drop()
})

/** What a reference says of its Redis: nothing when all is well. */
async function noteOfRedis(url: string): Promise<string | undefined> {
  const report = (await (await fetch(`${url}/health/ready`)).json()) as {
    checks: readonly { name: string; note?: string; status: string }[]
  }
  const found = report.checks.find(({ name }) => name.startsWith("Redis"))
  if (found === undefined) throw new Error(`no check of Redis among ${JSON.stringify(report)}`)
  return found.status === "up" ? found.note : found.status
}

async function untilNote(url: string, isWanted: (note: string | undefined) => boolean): Promise<number> {
  const began = performance.now()
  while (!isWanted(await noteOfRedis(url))) {
    if (performance.now() - began > 60_000) return Infinity
    await sleep(50)
  }
  return performance.now() - began
}

describe.each(["blog", "auth"] as const)("the %s whose Redis is killed and started again", (name) => {
  const rounds = full ? 6 : 1
  it(`serves every call meanwhile, and uses it again within 5 s, ${rounds} times`, async () => {
    const reference = await references[name]({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      // Failed logins and registrations are counted; the latter are what this test makes many of.
      RATE_LIMIT: "on",
      REGISTRATION_LIMIT: "1000000",
    })
    try {
      const ledger = new Ledger(full ? 60 : 40, reference.requestFor)
      const returns: number[] = []
      for (let round = 0; round < rounds; round++) {
        await sleep(500)
        await redis.stop(round % 2 === 0 ? "SIGKILL" : "SIGTERM")
        expect(await untilNote(reference.url, (note) => note !== undefined)).toBeLessThan(latest)
        await sleep(500)
        await redis.start()
        returns.push(await untilNote(reference.url, (note) => note === undefined))
      }
      const acknowledged = await ledger.end()
      const found = audit(acknowledged, await reference.present(database))
      noteFigure(
        "Redis killed, then started",
        name,
        `${ledger.failed.length} of ${ledger.calls.length} calls failed; ${found.lost} lost and ${found.doubled} doubled in ${acknowledged.length}; used again ${Math.max(...returns).toFixed(0)} ms after its return`,
      )
      expect(ledger.failed).toEqual([])
      expect(found).toEqual({ lost: 0, doubled: 0 })
      expect(Math.max(...returns)).toBeLessThan(latest)
    } finally {
      await reference.stop()
    }
  })
})

describe.each(["postgres", "redis"])("Redis killed right after a logout, with sessions in %s", (sessions) => {
  const rounds = full ? 20 : 1
  it(`leaves ended what was ended, on both processes, ${rounds} times`, async () => {
    const variables = { ...base, DATABASE_URL: database.url, REDIS_URL: redis.url, SESSIONS: sessions }
    const servers = await Promise.all([TestServer.start(variables), TestServer.start(variables)])
    try {
      const [one, other] = servers.map(({ url }) => new Api(url)) as [Api, Api]
      for (let round = 0; round < rounds; round++) {
        const { email, password, token } = await one.register()
        const session = await one.post("/auth/session", { email, password })
        const cookie = { cookie: String(session.headers["set-cookie"]).split(";", 1)[0]! }
        const pair = (await one.post("/auth/token", { email, password })).json as { refresh_token: string }
        expect((await other.get("/auth/session", cookie)).status).toBe(200)
        for (const headers of [bearer(token), cookie])
          expect((await one.call("POST", "/auth/logout", { headers })).status).toBe(204)
        expect((await one.post("/auth/logout", pair)).status).toBe(204)
        await redis.stop("SIGKILL")
        await redis.start()
        for (const api of [one, other]) await untilNote(api.url, (note) => note === undefined)
        await sleep(1_000)
        for (const api of [one, other]) {
          expect((await api.get("/auth/me", bearer(token))).status, "token").toBe(401)
          expect((await api.get("/auth/session", cookie)).status, "session").toBe(401)
          expect((await api.post("/auth/refresh", pair)).status, "refresh token").toBe(401)
        }
      }
      noteFigure(
        "Redis killed right after a logout",
        `2 × auth, sessions in ${sessions}`,
        `0 of ${rounds * 6} ended credentials accepted`,
      )
    } finally {
      await Promise.all(servers.map((one) => one.stop()))
    }
  })
})
