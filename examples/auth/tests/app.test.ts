import {
  AccessTokens,
  ApiKeys,
  AuthSettings,
  authSettings,
  csrf,
  Passwords,
  Revocations,
  type StoredApiKey,
} from "@trivet/auth"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { module, provide } from "trivet"
import { createTestApp, type TestApp, type TestAppOptions } from "trivet/testing"
import { AppModule } from "../src/app-module.ts"
import { CredentialsModule } from "../src/credentials/credentials-module.ts"
import { PostgresApiKeys } from "../src/credentials/postgres-api-keys.ts"
import { Settings, settingsOf } from "../src/settings.ts"

const given = { email: "ada@example.com", password: "correct horse" }
const settings = settingsOf({ JWT_SECRET: "x".repeat(32), BCRYPT_COST: "4" })
const databases: TestDatabase[] = []
afterAll(() => Promise.all(databases.map((database) => database.drop())))

// What tests ask for by `app.get()` beside the service itself.
const Tested = module({ name: "tested", imports: [AppModule, CredentialsModule] })

/** The service on a database of its own, unless `more` names one: starting a PGlite costs seconds. */
async function createAuthApp(options: TestAppOptions = {}, more: Partial<Settings> = {}): Promise<TestApp> {
  const own = { ...settings, DATABASE_URL: more.DATABASE_URL ?? (await newDatabase()), ...more }
  return createTestApp(Tested, {
    provide: [provide(Settings, () => own)],
    middlewares: [csrf()],
    returns: { prune: true },
    ...options,
  })
}

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase()
  databases.push(database)
  return database.url
}

async function post(
  app: TestApp,
  path: string,
  json: unknown,
): Promise<{ status: number; json: Record<string, string> }> {
  const reply = await app.request("POST", path, { json })
  return { status: reply.status, json: reply.json() as Record<string, string> }
}

describe("an API key in PostgreSQL", () => {
  it("keeps its expiry, its scopes and its last use, and shows none of them", async () => {
    const app = await createAuthApp()
    const { token = "", user } = (await post(app, "/auth/register", { ...given, name: "Ada" })).json
    const { id: userId } = user as unknown as { readonly id: string }
    const keys = app.get(ApiKeys)
    const generation = await app.get(Revocations).generationOf(userId)
    const plain = await keys.create(userId, "plain", generation)
    const limited = await keys.create(userId, "limited", generation, {
      lifetimeSeconds: 60,
      scopes: ["posts:read", "a,b"],
    })
    expect(await keys.find(limited.key)).toMatchObject({
      expires_at: limited.expires_at,
      scopes: ["posts:read", "a,b"],
    })
    expect(await keys.find(plain.key)).toEqual({
      id: plain.id,
      name: "plain",
      user_id: userId,
      created_at: plain.created_at,
    })
    const used = async () => (await keys.list(userId)).map(({ last_used_at }) => last_used_at)
    const now = new Date(app.clock.now()).toISOString()
    await expect.poll(used).toEqual([now, now])
    // Of two processes the later use stays, in whichever order they write.
    await app.get(PostgresApiKeys).noteUse(plain.id, "2025-01-01T00:00:00.000Z")
    expect(await used()).toEqual([now, now])
    const reply = await app.request("GET", "/auth/api-keys", {
      headers: { authorization: `Bearer ${token}` },
    })
    for (const shown of reply.json() as object[])
      expect(Object.keys(shown)).toEqual(["id", "name", "user_id", "created_at"])
    app.clock.advance({ seconds: 60 })
    expect(await keys.find(limited.key)).toBeUndefined()
    await app.stop()
  })
})

describe("API keys of one user", () => {
  it("are 100 at most, and one more is possible after one was revoked", async () => {
    const app = await createAuthApp()
    const { token = "" } = (await post(app, "/auth/register", { ...given, name: "Ada" })).json
    const headers = { authorization: `Bearer ${token}` }
    const create = async () => app.request("POST", "/auth/api-keys", { json: { name: "x" }, headers })
    for (let many = 0; many < 100; many++) expect((await create()).status).toBe(201)
    const refused = await create()
    expect([refused.status, refused.json()]).toEqual([409, { error: "Too many API keys" }])
    const [first] = (await app.request("GET", "/auth/api-keys", { headers })).json() as { id: string }[]
    await app.request("DELETE", `/auth/api-keys/${first!.id}`, { headers })
    expect((await create()).status).toBe(201)
    await app.stop()
  })
})

describe("the lifetimes of credentials", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createAuthApp()
    await post(app, "/auth/register", { ...given, name: "Ada" })
  })
  afterAll(() => app.stop())

  it("are 24 hours for an access token", async () => {
    const { token = "" } = (await post(app, "/auth/login", given)).json
    const headers = { authorization: `Bearer ${token}` }
    app.clock.advance({ hours: 24, seconds: -1 })
    expect((await app.request("GET", "/auth/me", { headers })).status).toBe(200)
    app.clock.advance({ seconds: 1 })
    const reply = await app.request("GET", "/auth/me", { headers })
    expect([reply.status, reply.json()]).toEqual([401, { error: "Invalid token" }])
  })

  it("are 24 hours for a session, however much it is used", async () => {
    const begun = await app.request("POST", "/auth/session", { json: given })
    const cookie = begun.headers.get("set-cookie")!.split(";", 1)[0]!
    const status = async () => (await app.request("GET", "/auth/session", { headers: { cookie } })).status
    for (let hours = 0; hours < 23; hours++) {
      app.clock.advance({ hours: 1 })
      expect(await status()).toBe(200)
    }
    app.clock.advance({ minutes: 59, seconds: 59 })
    expect(await status()).toBe(200)
    app.clock.advance({ seconds: 2 })
    const reply = await app.request("GET", "/auth/session", { headers: { cookie } })
    expect([reply.status, reply.json()]).toEqual([401, { error: "Invalid session" }])
  })

  it("are 7 days for a refresh token", async () => {
    const [kept, late] = [await post(app, "/auth/token", given), await post(app, "/auth/token", given)]
    app.clock.advance({ days: 7, seconds: -1 })
    const { refresh_token } = kept.json
    expect((await post(app, "/auth/refresh", { refresh_token })).status).toBe(200)
    app.clock.advance({ seconds: 2 })
    expect(await post(app, "/auth/refresh", { refresh_token: late.json["refresh_token"] })).toEqual({
      status: 401,
      json: { error: "invalid refresh token" },
    })
  })
})

describe("an API key that is made while everything of its user is ended", () => {
  /** Runs something between the check of the token and the storing of the key. */
  class LateApiKeys extends PostgresApiKeys {
    before: ((key: StoredApiKey) => Promise<unknown>) | undefined

    override async insert(key: StoredApiKey): Promise<void> {
      await this.before?.(key)
      await super.insert(key)
    }
  }

  it("is revoked again: its request gets 401 and the user has no key", async () => {
    let store!: LateApiKeys
    const app = await createAuthApp({
      replace: [provide(PostgresApiKeys, () => (store = new LateApiKeys()))],
    })
    const { token = "" } = (await post(app, "/auth/register", { ...given, name: "Ada" })).json
    const create = async (bearer: string) =>
      app.request("POST", "/auth/api-keys", {
        json: { name: "x" },
        headers: { authorization: `Bearer ${bearer}` },
      })
    expect((await create(token)).status).toBe(201)
    store.before = async ({ user_id }) => {
      await app.get(Revocations).revokeUser(user_id)
      expect(await app.get(ApiKeys).revokeAll(user_id)).toBe(1)
    }
    const reply = await create(token)
    expect([reply.status, reply.json()]).toEqual([401, { error: "Invalid token" }])
    const { token: next = "" } = (await post(app, "/auth/login", given)).json
    const headers = { authorization: `Bearer ${next}` }
    expect((await app.request("GET", "/auth/api-keys", { headers })).json()).toEqual([])
    await app.stop()
  })
})

describe("a token that cannot be signed", () => {
  it("is 500 Failed to generate token, at login and at registration", async () => {
    const broken = { create: () => Promise.reject(new Error("no key")) } as unknown as AccessTokens
    const app = await createAuthApp({ replace: [provide(AccessTokens, () => broken)] })
    const failed = { status: 500, json: { error: "Failed to generate token" } }
    expect(await post(app, "/auth/register", { ...given, name: "Ada" })).toEqual(failed)
    for (const path of ["/auth/login", "/auth/token"]) expect(await post(app, path, given)).toEqual(failed)
    await app.stop()
  })
})

describe("the hashes that are made", () => {
  let app: TestApp
  let passwords: Passwords
  beforeAll(async () => {
    app = await createAuthApp({ replace: [provide(Passwords, () => (passwords = new Passwords()))] })
  })
  afterAll(() => app.stop())

  /** How many hashes a call costs, and its status. */
  async function cost(path: string, json: unknown): Promise<readonly [status: number, hashes: number]> {
    const before = passwords.made
    const { status } = await post(app, path, json)
    return [status, passwords.made - before]
  }

  it("are one for a registration, a login, a wrong password and an unknown address alike", async () => {
    expect(await cost("/auth/register", { ...given, name: "Ada" })).toEqual([201, 1])
    expect(await cost("/auth/login", given)).toEqual([200, 1])
    expect(await cost("/auth/login", { ...given, password: "wrong" })).toEqual([401, 1])
    expect(await cost("/auth/login", { ...given, email: "nobody@example.com" })).toEqual([401, 1])
    expect(await cost("/auth/login", { ...given, password: "x".repeat(100) })).toEqual([401, 1])
  })

  it("are none for what is refused before, a million bytes and other types among it", async () => {
    const name = "Ada"
    for (const password of [
      "1234567",
      "x".repeat(73),
      "x".repeat(1_000_000),
      true,
      ["12345678"],
      {},
      12_345_678,
      "a\0bcdefgh",
    ])
      expect(await cost("/auth/register", { email: "new@example.com", password, name })).toEqual([400, 0])
    expect(await cost("/auth/register", { ...given, name })).toEqual([409, 0])
    for (const email of [{}, "x", "a\0@example.com", "\ud800@example.com"])
      expect(await cost("/auth/login", { email, password: "x" })).toEqual([400, 0])
  })

  it("are none once a login is limited", async () => {
    const wrong = { email: "limited@example.com", password: "wrong" }
    for (let failures = 0; failures < 10; failures++)
      expect(await cost("/auth/login", wrong)).toEqual([401, 1])
    expect(await cost("/auth/login", wrong)).toEqual([429, 0])
    expect(await cost("/auth/login", { ...wrong, email: "LIMITED@example.com" })).toEqual([429, 0])
    expect(await cost("/auth/session", wrong)).toEqual([429, 0])
  })
})

describe("the limits", () => {
  const statusesOf = (replies: readonly { readonly status: number }[], wanted: number) =>
    replies.filter(({ status }) => status === wanted).length

  it("count registrations of a network, whatever comes of them, before a hash is made", async () => {
    let passwords: Passwords | undefined
    const app = await createAuthApp(
      { replace: [provide(Passwords, () => (passwords = new Passwords()))] },
      { REGISTRATION_LIMIT: 3 },
    )
    const register = (email: string, address = "203.0.113.1") =>
      app.request("POST", "/auth/register", { json: { ...given, email, name: "Ada" }, address })
    const statuses = []
    for (const email of ["a@example.com", "a@example.com", "b@example.com", "c@example.com"])
      statuses.push((await register(email)).status)
    expect(statuses).toEqual([201, 409, 201, 429])
    const made = passwords!.made
    const refused = await register("c@example.com")
    expect([refused.status, refused.json()]).toEqual([429, { error: "Too Many Requests" }])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000)
    expect(passwords!.made).toBe(made)
    expect((await register("c@example.com", "203.0.113.2")).status).toBe(201)
    expect(app.logs.map((line) => line["event"])).toContain("registration limited")
    await app.stop()
  })

  it("let 10 passwords be checked for an account in PGlite too, however its letters are written", async () => {
    const app = await createAuthApp({}, { DATABASE_URL: "pglite://memory" })
    for (const [email, other] of [
      ["miki@example.com", "mİkİ@example.com"],
      ["\u212aim@example.com", "kim@example.com"],
      ["ſam@example.com", "Sam@example.com"],
    ] as const) {
      await post(app, "/auth/register", { email, password: given.password, name: "Ada" })
      const replies = []
      for (let time = 0; time < 30; time++)
        replies.push(
          await post(app, "/auth/login", { email: time % 2 === 0 ? email : other, password: "wrong" }),
        )
      expect([email, statusesOf(replies, 401), statusesOf(replies, 429)]).toEqual([email, 10, 20])
    }
    await app.stop()
  })

  it("give back the points of logins and registrations that had no room in the queue of hashes", async () => {
    const narrow = { ...authSettings({ secret: "x".repeat(32), cost: 8, queue: 1 }) }
    const app = await createAuthApp(
      { replace: [provide(AuthSettings, () => narrow)] },
      { REGISTRATION_LIMIT: 12 },
    )
    expect((await post(app, "/auth/register", { ...given, name: "Ada" })).status).toBe(201)
    for (let round = 0; round < 4; round++) {
      const logins = await Promise.all(Array.from({ length: 9 }, () => post(app, "/auth/login", given)))
      expect(statusesOf(logins, 503)).toBeGreaterThan(3)
      expect(statusesOf(logins, 503) + statusesOf(logins, 200)).toBe(9)
    }
    expect((await post(app, "/auth/login", given)).status).toBe(200)
    const wrong = { email: "nobody@example.com", password: "wrong" }
    for (let time = 0; time < 10; time++) expect((await post(app, "/auth/login", wrong)).status).toBe(401)
    expect((await post(app, "/auth/login", wrong)).status).toBe(429)

    let registered = 1
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          post(app, "/auth/register", { ...given, email: `u${round}-${at}@example.com`, name: "Ada" }),
        ),
      )
      registered += statusesOf(replies, 201)
      expect(statusesOf(replies, 503)).toBeGreaterThan(3)
    }
    while (registered++ < 12)
      expect(
        (await post(app, "/auth/register", { ...given, email: `v${registered}@example.com`, name: "Ada" }))
          .status,
      ).toBe(201)
    expect(
      (await post(app, "/auth/register", { ...given, email: "last@example.com", name: "Ada" })).status,
    ).toBe(429)
    // A line for each ten seconds of these 503, and no stack.
    expect(app.logs.filter((line) => "err" in line)).toEqual([])
    const told = app.logs.filter((line) => "rejected" in line).length
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThan(10)
    await app.stop()
  })

  it("make no hash for a client that has left, give its login's point back and keep its registration's", async () => {
    let passwords: Passwords | undefined
    const app = await createAuthApp(
      { replace: [provide(Passwords, () => (passwords = new Passwords()))] },
      { REGISTRATION_LIMIT: 2 },
    )
    const left = AbortSignal.abort()
    const leave = (path: string) =>
      app.request("POST", path, { json: { ...given, name: "Ada" }, signal: left })
    for (let time = 0; time < 20; time++) expect((await leave("/auth/login")).status).toBe(499)
    expect(passwords!.made).toBe(0)
    expect((await post(app, "/auth/login", { ...given, password: "wrong" })).status).toBe(401)
    expect([(await leave("/auth/register")).status, (await leave("/auth/register")).status]).toEqual([
      499, 499,
    ])
    expect((await leave("/auth/register")).status).toBe(429)
    expect(passwords!.made).toBe(1)
    await app.stop()
  })
})

describe("a password of more than 72 bytes", () => {
  it("is refused with its field and reason for clients that read problem details, and in the log", async () => {
    const app = await createAuthApp()
    const json = { ...given, password: "ж".repeat(40), name: "Ada" }
    expect(await post(app, "/auth/register", json)).toEqual({
      status: 400,
      json: { error: "Invalid request" },
    })
    const headers = { accept: "application/problem+json" }
    const reply = await app.request("POST", "/auth/register", { json, headers })
    expect(reply.json()).toMatchObject({
      status: 400,
      error: "Invalid request",
      errors: [{ path: "password", message: "must have at most 72 bytes in UTF-8, and no NUL" }],
    })
    const line = app.logs.find((one) => one["event"] === "registration refused")
    expect(line?.["reason"]).toContain("password must have at most 72 bytes")
    expect(JSON.stringify(app.logs)).not.toContain("жж")
    await app.stop()
  })
})

describe("a refresh token that is rejected", () => {
  it("is logged apart when it was used before", async () => {
    const app = await createAuthApp()
    await post(app, "/auth/register", { ...given, name: "Ada" })
    const { refresh_token } = (await post(app, "/auth/token", given)).json as {
      readonly refresh_token: string
    }
    const rejected = async (shown: string) => {
      expect((await post(app, "/auth/refresh", { refresh_token: shown })).status).toBe(401)
      return app.logs.at(-1)
    }
    expect(await rejected("unknown")).toMatchObject({ event: "refresh refused" })
    expect((await post(app, "/auth/refresh", { refresh_token })).status).toBe(200)
    expect(await rejected(refresh_token)).toMatchObject({
      event: "refresh token reused",
      user_id: expect.any(String) as string,
    })
    await app.stop()
  })
})
