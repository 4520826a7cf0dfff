import { ApiKeys, Revocations, sessionCookie } from "@trivet/auth"
import {
  createTestDatabase,
  simulate,
  type SimulateOptions,
  type TestDatabase,
} from "@trivet/postgres/testing"
import { sql } from "kysely"
import { module, provide } from "trivet"
import { createTestApp, type TestApp, type TestReply } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../scripts/suite/note-figure.ts"
import { AppModule } from "../src/app-module.ts"
import { CredentialsModule } from "../src/credentials/credentials-module.ts"
import { Db } from "../src/database/db.ts"
import { Settings, settingsOf } from "../src/settings.ts"

// A thousand seeds, half of them with failures: TRIVET_LONG=1 npx vitest run examples/auth/tests/simulations.test.ts
const seeds = process.env["TRIVET_LONG"] === "1" ? 100 : 3
const failures = ["lostReply", "error", "crash", "clientGone", "clock"] as const

const given = { email: "ada@example.com", password: "correct horse" }
const Tested = module({ name: "tested", imports: [AppModule, CredentialsModule] })

let database: TestDatabase
/** What the user has before the calls. */
let had: {
  readonly id: string
  readonly token: string
  readonly refresh_token: string
  readonly cookie: string
}
const tried = { seeds: 0, steps: 0, milliseconds: 0 }

function load(): Promise<TestApp> {
  const variables = { JWT_SECRET: "x".repeat(32), BCRYPT_COST: "4", RATE_LIMIT: "off" }
  const settings = settingsOf({ ...variables, DATABASE_URL: database.url })
  return createTestApp(Tested, {
    guards: "required",
    provide: [provide(Settings, () => settings)],
    returns: { prune: true },
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const app = await load()
  const made = await post(app, "/auth/register", { ...given, name: "Ada" })
  const { token, user } = made.json() as { readonly token: string; readonly user: { readonly id: string } }
  const pair = (await post(app, "/auth/token", given)).json() as { readonly refresh_token: string }
  const session = await post(app, "/auth/session", given)
  const cookie = session.headers.get("set-cookie")!.split(";", 1)[0]!
  had = { id: user.id, token, refresh_token: pair.refresh_token, cookie }
  await app.stop()
})
afterAll(async () => {
  await database?.drop()
  const seconds = Math.round(tried.milliseconds / 1_000)
  noteFigure("simulations of examples/auth", `${tried.seeds} seeds`, `${tried.steps} steps in ${seconds} s`)
})

function post(app: TestApp, path: string, json: object, headers = {}): Promise<TestReply> {
  return app.request("POST", path, { json, headers })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function statusOf(
  app: TestApp,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return (await app.request("GET", path, { headers })).status
}

type Outcomes = Parameters<SimulateOptions["invariant"]>[1]

/** Simulates calls in order alone, and with failures. */
async function simulateBoth(
  calls: SimulateOptions["calls"],
  invariant: (app: TestApp, outcomes: Outcomes) => unknown,
): Promise<void> {
  const inOrder = await simulate(load, {
    calls,
    seeds,
    invariant: (app, outcomes) => {
      // Nothing is lost here, so nothing may be unavailable.
      for (const { call, status } of outcomes) expect(status ?? 0, call).toBeLessThan(500)
      return invariant(app, outcomes)
    },
  })
  const withFailures = await simulate(load, { calls, seeds, invariant, failures })
  for (const result of [inOrder, withFailures])
    for (const key of ["seeds", "steps", "milliseconds"] as const) tried[key] += result[key]
}

/** Neither token of a pair is of any use. */
async function expectEnded(app: TestApp, reply: unknown): Promise<void> {
  const { access_token, refresh_token } = (reply as TestReply).json() as Record<string, string>
  expect(await statusOf(app, "/auth/me", bearer(access_token!))).toBe(401)
  expect((await post(app, "/auth/refresh", { refresh_token })).status).toBe(401)
}

describe("the service, in any order of its statements", () => {
  it("registers an address once", async () => {
    const json = { email: "bob@example.com", password: "correct horse", name: "Bob" }
    await simulateBoth(
      (app) => ({
        one: () => post(app, "/auth/register", json),
        two: () => post(app, "/auth/register", { ...json, email: "BOB@example.com" }),
        login: () => post(app, "/auth/login", { email: json.email, password: json.password }),
      }),
      async (app, [one, two]) => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from users where lower(email) = ${json.email}`.execute(app.get(Db))
        const made = [one!, two!].filter(({ status }) => status === 201).length
        expect(made).toBeLessThanOrEqual(rows[0]!.n)
        expect(rows[0]!.n).toBeLessThanOrEqual(1)
      },
    )
  })

  it("gives one pair for a refresh token, and none that is good after the token came again or was revoked", async () => {
    const { refresh_token } = had
    await simulateBoth(
      (app) => ({
        one: () => post(app, "/auth/refresh", { refresh_token }),
        two: () => post(app, "/auth/refresh", { refresh_token }),
        logout: () => post(app, "/auth/logout", { refresh_token }),
      }),
      async (app, [one, two, logout]) => {
        const pairs = [one!, two!].filter(({ status }) => status === 200)
        expect(pairs.length).toBeLessThanOrEqual(1)
        const isEnded = logout!.status === 204 || [one!, two!].some(({ status }) => status === 401)
        for (const { value } of isEnded ? pairs : []) await expectEnded(app, value)
      },
    )
  })

  it("leaves nothing valid of a user whose credentials were all ended", async () => {
    const { id, token, refresh_token, cookie } = had
    await simulateBoth(
      (app) => ({
        // As the command `users end`.
        end: async () => {
          await app.get(Revocations).revokeUser(id)
          await app.get(ApiKeys).revokeAll(id)
        },
        key: () => post(app, "/auth/api-keys", { name: "program" }, bearer(token)),
        refresh: () => post(app, "/auth/refresh", { refresh_token }),
        session: () => app.request("GET", "/auth/session", { headers: { cookie } }),
        me: () => app.request("GET", "/auth/me", { headers: bearer(token) }),
      }),
      async (app, [end, key, refresh]) => {
        if (end!.error !== undefined) return
        expect(await statusOf(app, "/auth/me", bearer(token))).toBe(401)
        expect(await statusOf(app, "/auth/session", { cookie })).toBe(401)
        const { rows } = await sql`select from api_keys`.execute(app.get(Db))
        if (key!.status !== undefined && key!.status < 500) expect(rows.length).toBe(0)
        if (refresh!.status === 200) await expectEnded(app, refresh!.value)
      },
    )
  })

  it("lets no key open anything after it was revoked", async () => {
    const headers = bearer(had.token)
    await simulateBoth(
      async (app) => {
        const { id, key } = (await post(app, "/auth/api-keys", { name: "program" }, headers)).json() as {
          readonly id: string
          readonly key: string
        }
        return {
          revoke: () => app.request("DELETE", `/auth/api-keys/${id}`, { headers }).then(() => key),
          use: () => app.request("GET", "/auth/key", { headers: { "x-api-key": key } }),
          again: () => app.request("GET", "/auth/key", { headers: { "x-api-key": key } }),
          list: () => app.request("GET", "/auth/api-keys", { headers }),
        }
      },
      async (app, [revoke]) => {
        if (revoke!.status !== 204) return
        expect(await statusOf(app, "/auth/key", { "x-api-key": revoke!.value as string })).toBe(401)
      },
    )
  })

  it("ends the session that a login brings, and the one that a logout names", async () => {
    const { cookie } = had
    await simulateBoth(
      (app) => ({
        login: () => post(app, "/auth/session", given, { cookie }),
        logout: () => post(app, "/auth/logout", {}, { cookie }),
        page: () => app.request("GET", "/auth/session", { headers: { cookie } }),
      }),
      async (app, [login, logout]) => {
        const isEnded = login!.status === 201 || logout!.status === 204
        if (isEnded) expect(await statusOf(app, "/auth/session", { cookie })).toBe(401)
        const made = login!.status === 201 && (login!.value as TestReply).headers.get("set-cookie")
        if (made === false) return
        expect(made).toContain(sessionCookie)
        const isExpired = app.clock.now() > Date.parse("2026-01-01T12:00:00Z")
        if (!isExpired)
          expect(await statusOf(app, "/auth/session", { cookie: made!.split(";", 1)[0]! })).toBe(200)
      },
    )
  })
})
