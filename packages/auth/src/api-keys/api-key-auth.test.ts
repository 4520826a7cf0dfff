import { describe, expect, it } from "vitest"
import { ask, createKey, createTestAuth } from "../../tests/testing/test-auth.ts"
import { ApiKeys, Revocations } from "../index.ts"

const header = (key: string) => ({ "x-api-key": key })

describe("ApiKeyAuth", () => {
  it("asks for the header, then a good key, and gives the record and the user's id", async () => {
    const { app } = await createTestAuth()
    const { key, ...record } = await createKey(app, "u1", "laptop")
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
    const { key } = await createKey(app, "u1", "laptop")
    const stored = [...keys.keys.values()][0]!
    keys.findByDigest = async () => stored
    expect((await ask(app, "/key", header("tk_another")))[0]).toBe(401)
    expect((await ask(app, "/key", header(key)))[0]).toBe(200)
  })

  it("keeps caches from storing what it lets through", async () => {
    const { app } = await createTestAuth()
    const { key } = await createKey(app, "u1", "laptop")
    const reply = await app.request("GET", "/key", { headers: header(key) })
    expect(reply.headers.get("cache-control")).toBe("no-store")
  })

  it("ends within a second after it was revoked elsewhere, also when the clock is set back", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const { id, key } = await createKey(one.app, "u1", "laptop")
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
      await createKey(one.app, "u1", "a"),
      await createKey(one.app, "u1", "b"),
      await createKey(one.app, "u2", "c"),
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
    const [one, other] = [await createKey(app, "u1", "a"), await createKey(app, "u1", "b")]
    expect(one.key).toMatch(/^tk_[\w-]{43}$/)
    expect(one.key).not.toBe(other.key)
    expect(JSON.stringify([...keys.keys.values()])).not.toContain(one.key)
  })

  it("ends at once where it is revoked, and within a second elsewhere", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const { id, key } = await createKey(one.app, "u1", "laptop")
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
    const { id, key } = await createKey(app, "u1", "laptop")
    const held = Promise.withResolvers<void>()
    keys.hold = held.promise
    const asking = ask(app, "/key", header(key))
    await new Promise((go) => setTimeout(go, 5))
    await app.get(ApiKeys).revoke(id, "u1")
    held.resolve()
    await asking
    expect((await ask(app, "/key", header(key)))[0]).toBe(401)
  })

  it("is not created when all of its user's were ended after the generation was read", async () => {
    const { app, keys } = await createTestAuth()
    const revocations = app.get(Revocations)
    const before = await revocations.generationOf("u1")
    const next = await revocations.revokeUser("u1")
    await app.get(ApiKeys).revokeAll("u1")
    await expect(app.get(ApiKeys).create("u1", "laptop", before)).rejects.toMatchObject({ status: 401 })
    expect(keys.keys.size).toBe(0)
    const { key } = await app.get(ApiKeys).create("u1", "laptop", next)
    expect((await ask(app, "/key", header(key)))[0]).toBe(200)
  })

  it("is listed without the key, to its owner", async () => {
    const { app } = await createTestAuth()
    const { key } = await createKey(app, "u1", "laptop")
    const listed = await app.get(ApiKeys).list("u1")
    expect(listed).toMatchObject([{ name: "laptop", user_id: "u1" }])
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(await app.get(ApiKeys).list("u2")).toEqual([])
  })
})

describe("an API key that expires", () => {
  it("ends to the second, also where it is remembered, and says when", async () => {
    const { app, clock } = await createTestAuth()
    const made = await createKey(app, "u1", "ci", { lifetimeSeconds: 60 })
    expect(made.expires_at).toBe("2026-01-01T00:01:00.000Z")
    clock.advance({ milliseconds: 59_500 })
    expect((await ask(app, "/key", header(made.key)))[0]).toBe(200)
    clock.advance({ milliseconds: 499 })
    expect((await ask(app, "/key", header(made.key)))[0]).toBe(200)
    clock.advance({ milliseconds: 1 })
    expect(await ask(app, "/key", header(made.key))).toEqual([401, { error: "Invalid API key" }])
  })

  it("is not accepted if the store returns no time", async () => {
    const { app, keys } = await createTestAuth()
    const { key } = await createKey(app, "u1", "ci", { lifetimeSeconds: 60 })
    for (const [id, stored] of keys.keys) keys.keys.set(id, { ...stored, expires_at: "soon" })
    expect((await ask(app, "/key", header(key)))[0]).toBe(401)
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity, 1e12])(
    "cannot have a lifetime of %d seconds",
    async (seconds) => {
      const { app, keys } = await createTestAuth()
      const made = createKey(app, "u1", "ci", { lifetimeSeconds: seconds })
      await expect(made).rejects.toThrow("`lifetimeSeconds` of a new API key")
      expect(keys.keys.size).toBe(0)
    },
  )
})

describe("an API key with scopes", () => {
  it("is rejected by ApiKeyAuth, which asks for no permission", async () => {
    const { app } = await createTestAuth()
    const { key, ...record } = await createKey(app, "admin", "ci", { scopes: ["admin:read"] })
    expect(record.scopes).toEqual(["admin:read"])
    expect(await ask(app, "/key", header(key))).toEqual([403, { error: "Forbidden" }])
  })

  it.each([
    ["admin", undefined, 200],
    ["admin", ["admin:read"], 200],
    ["admin", ["other", "admin:read"], 200],
    ["admin", ["admin:write"], 403],
    ["admin", ["admin:rea"], 403],
    ["admin", [], 403],
    // A scope adds nothing to what the role allows.
    ["user", ["admin:read"], 403],
    ["user", undefined, 403],
  ] as const)("narrows what a %s may do, with %j: %d", async (user, scopes, status) => {
    const { app } = await createTestAuth()
    const { key } = await createKey(app, user, "ci", scopes === undefined ? {} : { scopes })
    expect((await ask(app, "/scoped", header(key)))[0]).toBe(status)
  })
})

describe("the last use of an API key", () => {
  it("is stored once a minute, however often it is used", async () => {
    const { app, clock, keys } = await createTestAuth()
    const { key } = await createKey(app, "u1", "ci")
    for (let seconds = 0; seconds < 150; seconds++) {
      await ask(app, "/key", header(key))
      clock.advance({ seconds: 1 })
    }
    expect(keys.noted).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:01:00.000Z",
      "2026-01-01T00:02:00.000Z",
    ])
    expect(await app.get(ApiKeys).list("u1")).toMatchObject([{ last_used_at: "2026-01-01T00:02:00.000Z" }])
  })

  it("is not stored again by another process within the minute", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const { key } = await createKey(one.app, "u1", "ci")
    for (const { app } of [one, other, one, other]) {
      await ask(app, "/key", header(key))
      one.clock.advance({ seconds: 2 })
    }
    expect(one.keys.noted).toHaveLength(1)
  })

  it("is not stored for a key that is rejected", async () => {
    const { app, clock, keys } = await createTestAuth()
    const { key } = await createKey(app, "u1", "ci", { lifetimeSeconds: 1 })
    clock.advance({ seconds: 1 })
    await ask(app, "/key", header(key))
    expect(keys.noted).toEqual([])
  })

  it("delays no request while the store hangs, is bounded, and is written before the application stops", async () => {
    const { app, keys } = await createTestAuth()
    const held = Promise.withResolvers<void>()
    keys.noting = held.promise
    for (let many = 0; many < 100; many++) {
      const { key } = await createKey(app, "u1", `key ${many}`)
      expect((await ask(app, "/key", header(key)))[0]).toBe(200)
    }
    expect(keys.noted).toHaveLength(16)
    let stopped = false
    const stopping = app.stop().then(() => (stopped = true))
    await new Promise((go) => setTimeout(go, 20))
    expect(stopped).toBe(false)
    held.resolve()
    await stopping
  })

  it("is logged when it cannot be stored, and the key works on", async () => {
    const { app, keys } = await createTestAuth()
    const { key } = await createKey(app, "u1", "ci")
    keys.noting = Promise.reject(new Error("the store is unavailable"))
    expect((await ask(app, "/key", header(key)))[0]).toBe(200)
    await expect.poll(() => app.logs.filter(({ level }) => level >= 40)).toHaveLength(1)
    expect(app.logs.find(({ level }) => level >= 40)).toMatchObject({
      msg: "The last use of an API key could not be stored",
    })
  })
})
