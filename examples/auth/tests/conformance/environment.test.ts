import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { Api, bearer, someEmail } from "./api.ts"
import { readSettings } from "../../src/settings.ts"
import { createTestDatabase, type TestDatabase } from "./test-database.ts"
import { runService, TestServer } from "./test-server.ts"

const key = "a secret of more than thirty-two bytes"
let database: TestDatabase
/** For tests that need no settings of their own; its cost is not the default. */
let commonServer: TestServer
let common: Api

beforeAll(async () => {
  database = await createTestDatabase()
  commonServer = await TestServer.start({ DATABASE_URL: database.url, JWT_SECRET: key, BCRYPT_COST: "5" })
  common = new Api(commonServer.url)
})

afterAll(async () => {
  await commonServer?.stop()
  await database.drop()
})

/** Runs work against a server with these variables. */
async function withServer(
  environment: Readonly<Record<string, string>>,
  work: (api: Api, server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await TestServer.start({ DATABASE_URL: database.url, ...environment })
  try {
    await work(new Api(server.url), server)
  } finally {
    await server.stop()
  }
}

/** The settings that the service would start with if its process had these variables. */
function readWith(environment: Readonly<Record<string, string>>): object {
  for (const name of Object.keys(process.env)) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  return readSettings()
}
afterEach(() => void vi.unstubAllEnvs())

describe("with no JWT_SECRET", () => {
  it("or an empty one, warns, and its tokens work and end with the process", async () => {
    const tokens: string[] = []
    for (const environment of [{}, { JWT_SECRET: "" }])
      await withServer({ BCRYPT_COST: "4", ...environment }, async (api, server) => {
        expect(server.log).toMatch(/"level":40.*JWT_SECRET is not set/)
        for (const token of tokens)
          expect((await api.get("/auth/me", bearer(token))).json).toEqual({ error: "Invalid token" })
        const { token } = await api.register()
        expect((await api.get("/auth/me", bearer(token))).status).toBe(200)
        tokens.push(token)
      })
  })
})

describe("in production", () => {
  const production = { NODE_ENV: "production", BCRYPT_COST: "4" }
  const start = (environment: Readonly<Record<string, string>>) =>
    runService(["src/main.ts"], { ...production, PORT: "0", ...environment })

  it("refuses to start without JWT_SECRET or DATABASE_URL, and names both", async () => {
    const { code, text } = await start({})
    expect(code).not.toBe(0)
    expect(text).toContain("JWT_SECRET")
    expect(text).toContain("DATABASE_URL")
    expect(() => readWith({ ...production, JWT_SECRET: key })).toThrow("DATABASE_URL")
    expect(() => readWith({ ...production, DATABASE_URL: database.url })).toThrow("JWT_SECRET")
  })

  it("refuses to start with a secret below 32 bytes, and does not tell it", async () => {
    const { code, text } = await start({
      DATABASE_URL: database.url,
      JWT_SECRET: "hunter2-hunter2-hunter2-hunter2",
    })
    expect(code).not.toBe(0)
    expect(text).toContain("production needs at least 32")
    expect(text).not.toContain("hunter2")
  })

  it("starts with both, sets Secure cookies and shows no documentation", async () => {
    await withServer({ ...production, JWT_SECRET: key }, async (api) => {
      const { email, password } = await api.register()
      const reply = await api.post("/auth/session", { email, password })
      expect(String(reply.headers["set-cookie"])).toMatch(/; Secure/)
      expect((await api.get("/docs")).status).toBe(404)
      expect((await api.get("/openapi.json")).status).toBe(404)
    })
  })
})

describe("the settings", () => {
  it.each([
    ["BCRYPT_COST", "3"],
    ["BCRYPT_COST", "x"],
    ["PORT", "x"],
    ["RATE_LIMIT", "perhaps"],
    ["SESSIONS", "nowhere"],
    ["DATABASE_PREPARE", "yes"],
  ])("that make no sense are refused by name: %s=%s", (name, value) => {
    const good = { DATABASE_URL: database.url, PORT: "0" }
    expect(() => readWith(good)).not.toThrow()
    expect(() => readWith({ ...good, [name]: value })).toThrow(name)
  })

  it("need the address of Redis if sessions are there", () => {
    const good = { DATABASE_URL: database.url, PORT: "0" }
    expect(() => readWith({ ...good, SESSIONS: "redis" })).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: expect.stringMatching(/REDIS_URL +is not set/) as string,
      }),
    )
  })

  it("that make no sense end the process, which says what each of them may be", async () => {
    const wrong = { PORT: "0", BCRYPT_COST: "32", RATE_LIMIT: "perhaps" }
    const { code, text } = await runService(["src/main.ts"], wrong)
    expect(code).not.toBe(0)
    expect(text).toMatch(/BCRYPT_COST +must be at most 31 +a whole number, at least 4, at most 31\n/)
    expect(text).toMatch(/RATE_LIMIT +must be one of on, off +one of on, off\n/)
  })

  it("may be none at all: PGlite and memory, and a line says so, with documentation", async () => {
    const server = await TestServer.start()
    try {
      await expect
        .poll(() => server.log)
        .toContain("in memory only, lost when this process ends: database, rate limits")
      const api = new Api(server.url)
      expect((await api.get("/docs")).status).toBe(200)
      const document = (await api.get("/openapi.json")).json as { paths: object }
      expect(Object.keys(document.paths)).toEqual(
        expect.arrayContaining([
          "/auth/register",
          "/auth/login",
          "/auth/logout",
          "/auth/me",
          "/auth/refresh",
        ]),
      )
    } finally {
      await server.stop()
    }
  })

  it("leave hashes at cost 14, and a login after a change of cost hashes again", async () => {
    const email = someEmail()
    const costOf = async () =>
      (
        await database.query<{ password: string }>(`select password from users where email = '${email}'`)
      )[0]?.password.slice(4, 6)
    await withServer({ JWT_SECRET: key }, async (api) => {
      await api.register({ email, password: "correct horse" })
      expect(await costOf()).toBe("14")
    })
    for (let logins = 0; logins < 2; logins++)
      expect((await common.post("/auth/login", { email, password: "correct horse" })).status).toBe(200)
    expect(await costOf()).toBe("05")
  })

  it("turn the limits off", async () => {
    await withServer({ JWT_SECRET: key, BCRYPT_COST: "4", RATE_LIMIT: "off" }, async (api) => {
      const { email } = await api.register()
      for (let failures = 0; failures < 120; failures++)
        expect((await api.post("/auth/login", { email, password: "wrong wrong" })).status).toBe(401)
    })
  })
})

describe("when a store fails", () => {
  it("registers nobody: 500 Failed to create user; logs nobody in: 503", async () => {
    const { email, password, token } = await common.register()
    await database.query("alter table users rename to gone")
    const failed = await common.post("/auth/register", { email: someEmail(), password, name: "Ada" })
    expect([failed.status, failed.json]).toEqual([500, { error: "Failed to create user" }])
    const login = await common.post("/auth/login", { email, password })
    expect([login.status, login.headers["retry-after"]]).toEqual([503, "1"])
    expect((await common.get("/auth/me", bearer(token))).status).toBe(503)
    expect(`${failed.text}${login.text}`).not.toMatch(/users|relation|select/i)
    await database.query("alter table gone rename to users")
    expect((await common.post("/auth/login", { email, password })).status).toBe(200)
    expect(commonServer.lives).toBe(true)
  })

  it("makes no token: 500 Failed to generate token", async () => {
    const { email, password } = await common.register()
    await database.query("alter table key_values rename to gone")
    for (const path of ["/auth/login", "/auth/token"]) {
      const failed = await common.post(path, { email, password })
      expect([failed.status, failed.json]).toEqual([500, { error: "Failed to generate token" }])
    }
    await database.query("alter table gone rename to key_values")
    expect((await common.post("/auth/login", { email, password })).status).toBe(200)
  })
})
