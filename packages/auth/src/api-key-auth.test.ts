import { describe, expect, it } from "vitest"
import { ask, createTestAuth } from "../tests/testing/test-auth.ts"
import { ApiKeys } from "./index.ts"

const header = (key: string) => ({ "x-api-key": key })

describe("ApiKeyAuth", () => {
  it("asks for the header, then a good key, and gives the record and the user's id", async () => {
    const { app } = await createTestAuth()
    const { key, ...record } = await app.get(ApiKeys).create("u1", "laptop")
    expect(await ask(app, "/key")).toEqual([401, { error: "Missing API key" }])
    expect(await ask(app, "/key", header(""))).toEqual([401, { error: "Missing API key" }])
    const bent = [
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      `${key} `,
      `${key}, ${key}`,
      "x".repeat(10_000),
    ]
    for (const bad of bent)
      expect(await ask(app, "/key", header(bad))).toEqual([401, { error: "Invalid API key" }])
    expect(await ask(app, `/key?x-api-key=${key}&api_key=${key}`)).toEqual([
      401,
      { error: "Missing API key" },
    ])
    expect(await ask(app, "/key", header(key))).toEqual([200, { id: "u1", key: record }])
  })
})

describe("an API key", () => {
  it("is not looked up when it is too long", async () => {
    const { app, keys } = await createTestAuth()
    expect(await ask(app, "/key", header("x".repeat(128)))).toEqual([401, { error: "Invalid API key" }])
    expect(keys.asked).toBe(1)
    expect(await ask(app, "/key", header("x".repeat(129)))).toEqual([401, { error: "Invalid API key" }])
    expect(keys.asked).toBe(1)
  })

  it("is compared with what the store found: a store that ignores case lets nobody else in", async () => {
    const { app, keys } = await createTestAuth()
    const { key } = await app.get(ApiKeys).create("u1", "laptop")
    const stored = [...keys.keys.values()][0]!
    keys.findByDigest = async () => stored
    expect((await ask(app, "/key", header("tk_another")))[0]).toBe(401)
    expect((await ask(app, "/key", header(key)))[0]).toBe(200)
  })

  it("keeps caches from storing what it lets through", async () => {
    const { app } = await createTestAuth()
    const { key } = await app.get(ApiKeys).create("u1", "laptop")
    const reply = await app.request("GET", "/key", { headers: header(key) })
    expect(reply.headers.get("cache-control")).toBe("no-store")
  })

  it("ends within a second after it was revoked elsewhere, also when the clock is set back", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const { id, key } = await one.app.get(ApiKeys).create("u1", "laptop")
    expect((await ask(other.app, "/key", header(key)))[0]).toBe(200)
    await one.app.get(ApiKeys).revoke(id, "u1")
    one.clock.shift({ minutes: -10 })
    one.clock.advance({ seconds: 1 })
    expect((await ask(other.app, "/key", header(key)))[0]).toBe(401)
  })

  it("ends with all of its user's, at once here and within a second elsewhere", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const made = [
      await one.app.get(ApiKeys).create("u1", "a"),
      await one.app.get(ApiKeys).create("u1", "b"),
      await one.app.get(ApiKeys).create("u2", "c"),
    ]
    const statuses = async ({ app }: typeof one) =>
      Promise.all(made.map(async ({ key }) => (await ask(app, "/key", header(key)))[0]))
    for (const server of [one, other]) expect(await statuses(server)).toEqual([200, 200, 200])
    expect(await one.app.get(ApiKeys).revokeAll("u1")).toBe(2)
    expect(await statuses(one)).toEqual([401, 401, 200])
    one.clock.advance({ seconds: 1 })
    expect(await statuses(other)).toEqual([401, 401, 200])
    expect(await one.app.get(ApiKeys).revokeAll("u1")).toBe(0)
  })

  it("has 256 random bits and is stored as a hash", async () => {
    const { app, keys } = await createTestAuth()
    const [one, other] = [await app.get(ApiKeys).create("u1", "a"), await app.get(ApiKeys).create("u1", "b")]
    expect(one.key).toMatch(/^tk_[\w-]{43}$/)
    expect(one.key).not.toBe(other.key)
    expect(JSON.stringify([...keys.keys.values()])).not.toContain(one.key)
  })

  it("ends at once where it is revoked, and within a second elsewhere", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const { id, key } = await one.app.get(ApiKeys).create("u1", "laptop")
    for (const { app } of [one, other]) expect((await ask(app, "/key", header(key)))[0]).toBe(200)
    expect(await one.app.get(ApiKeys).revoke(id, "u2")).toBe(false)
    expect((await ask(one.app, "/key", header(key)))[0]).toBe(200)
    expect(await one.app.get(ApiKeys).revoke(id, "u1")).toBe(true)
    expect((await ask(one.app, "/key", header(key)))[0]).toBe(401)
    one.clock.advance({ seconds: 1 })
    expect((await ask(other.app, "/key", header(key)))[0]).toBe(401)
  })

  it("is not remembered when it is revoked while it is looked up", async () => {
    const { app, keys } = await createTestAuth()
    const { id, key } = await app.get(ApiKeys).create("u1", "laptop")
    const held = Promise.withResolvers<void>()
    keys.hold = held.promise
    const asking = ask(app, "/key", header(key))
    await new Promise((go) => setTimeout(go, 5))
    await app.get(ApiKeys).revoke(id, "u1")
    held.resolve()
    await asking
    expect((await ask(app, "/key", header(key)))[0]).toBe(401)
  })

  it("is listed without the key, to its owner", async () => {
    const { app } = await createTestAuth()
    const { key } = await app.get(ApiKeys).create("u1", "laptop")
    const listed = await app.get(ApiKeys).list("u1")
    expect(listed).toMatchObject([{ name: "laptop", user_id: "u1" }])
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(await app.get(ApiKeys).list("u2")).toEqual([])
  })
})
