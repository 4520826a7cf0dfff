import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api, bearer, someEmail } from "./api.ts"
import { createTestDatabase, type TestDatabase } from "./test-database.ts"
import { runService, TestServer } from "./test-server.ts"

let database: TestDatabase
let server: TestServer
let api: Api
let environment: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  environment = { DATABASE_URL: database.url, JWT_SECRET: crypto.randomUUID(), BCRYPT_COST: "4" }
  server = await TestServer.start(environment)
  api = new Api(server.url)
})

afterAll(async () => {
  await server.stop()
  await database.drop()
})

async function keyOf(token: string): Promise<string> {
  return ((await api.post("/auth/api-keys", { name: "x" }, bearer(token))).json as { key: string }).key
}

const keyStatus = async (key: string) => (await api.get("/auth/key", { "x-api-key": key })).status

const run = (line: string, input = "") => runService(["src/cli.ts", ...line.split(" ")], environment, input)

describe("the commands", () => {
  it("create a user, whose password is typed and not shown", async () => {
    const email = someEmail()
    const made = await run(`users create --email ${email} --name Ada`, "correct horse\n")
    expect(made.code).toBe(0)
    expect(made.text).toContain(email)
    expect(made.text).not.toContain("correct horse")
    expect((await api.post("/auth/login", { email, password: "correct horse" })).status).toBe(200)
    expect((await run(`users create --email ${email} --name Ada`, "correct horse\n")).text).toContain(
      "Email already registered",
    )
    expect((await run(`users create --email ${someEmail()} --name Ada`, "short\n")).code).toBe(2)
  })

  it("give a role, which the next token names", async () => {
    const { email, password, token } = await api.register()
    expect((await run(`users role ${email} admin`)).code).toBe(0)
    const { json } = await api.post("/auth/login", { email, password })
    const next = (json as { token: string }).token
    const { role } = JSON.parse(Buffer.from(next.split(".")[1]!, "base64url").toString()) as { role: string }
    expect(role).toBe("admin")
    expect((await api.get("/auth/me", bearer(next))).status).toBe(200)
    expect((await api.get("/auth/me", bearer(token))).status).toBe(401)
    expect((await run(`users role ${email} king`)).code).toBe(2)
  })

  it("end all sessions, tokens and API keys of a user, within a second", async () => {
    const { email, password, token } = await api.register()
    const others = await keyOf((await api.register()).token)
    const keys = [await keyOf(token), await keyOf(token)]
    for (const key of [...keys, others]) expect(await keyStatus(key)).toBe(200)
    const pair = (await api.post("/auth/token", { email, password })).json as {
      access_token: string
      refresh_token: string
    }
    const session = await api.post("/auth/session", { email, password })
    const cookie = String(session.headers["set-cookie"]).split(";", 1)[0]!
    expect((await api.get("/auth/session", { cookie })).status).toBe(200)
    expect((await api.get("/auth/me", bearer(token))).status).toBe(200)
    expect((await run(`users end ${email}`)).code).toBe(0)
    await sleep(1_000)
    for (const key of keys) expect(await keyStatus(key)).toBe(401)
    expect(await keyStatus(others)).toBe(200)
    for (const one of [token, pair.access_token])
      expect((await api.get("/auth/me", bearer(one))).status).toBe(401)
    expect((await api.get("/auth/session", { cookie })).status).toBe(401)
    expect((await api.post("/auth/refresh", { refresh_token: pair.refresh_token })).status).toBe(401)
    expect((await api.post("/auth/login", { email, password })).status).toBe(200)
    expect((await run(`users end ${someEmail()}`)).code).toBe(1)
  })

  it("revoke a key, within a second", async () => {
    const { token } = await api.register()
    const { key, id } = (await api.post("/auth/api-keys", { name: "laptop" }, bearer(token))).json as {
      key: string
      id: string
    }
    expect((await api.get("/auth/key", { "x-api-key": key })).status).toBe(200)
    expect((await run(`keys revoke ${id}`)).code).toBe(0)
    await sleep(1_000)
    expect((await api.get("/auth/key", { "x-api-key": key })).status).toBe(401)
    expect((await run(`keys revoke ${id}`)).code).toBe(1)
  })
})
