import { AccessTokens, crossSite, Passwords } from "@trivet/auth"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { provide } from "trivet"
import { createTestApp, type TestApp, type TestAppOptions } from "trivet/testing"
import { AppModule } from "./app-module.ts"
import { Settings } from "./settings.ts"

const given = { email: "ada@example.com", password: "correct horse" }
const settings: Settings = { DATABASE_URL: "pglite://memory", JWT_SECRET: "x".repeat(32), BCRYPT_COST: 4 }

function createAuthApp(options: TestAppOptions = {}): Promise<TestApp> {
  return createTestApp(AppModule, {
    provide: [provide(Settings, () => settings)],
    middlewares: [crossSite()],
    returns: { prune: true },
    ...options,
  })
}

async function post(
  app: TestApp,
  path: string,
  json: unknown,
): Promise<{ status: number; json: Record<string, string> }> {
  const reply = await app.request("POST", path, { json })
  return { status: reply.status, json: reply.json() as Record<string, string> }
}

describe("the lifetimes of credentials", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createAuthApp()
    await post(app, "/auth/register", { ...given, name: "Ada" })
  }, 60_000)
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

describe("a token that cannot be signed", () => {
  it("is 500 Failed to generate token, at login and at registration", async () => {
    const broken = { issue: () => Promise.reject(new Error("no key")) } as unknown as AccessTokens
    const app = await createAuthApp({ replace: [provide(AccessTokens, () => broken)] })
    const failed = { status: 500, json: { error: "Failed to generate token" } }
    expect(await post(app, "/auth/register", { ...given, name: "Ada" })).toEqual(failed)
    for (const path of ["/auth/login", "/auth/token"]) expect(await post(app, path, given)).toEqual(failed)
    await app.stop()
  }, 60_000)
})

describe("the hashes that are made", () => {
  let app: TestApp
  let passwords: Passwords
  beforeAll(async () => {
    app = await createAuthApp({ replace: [provide(Passwords, () => (passwords = new Passwords()))] })
  }, 60_000)
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
