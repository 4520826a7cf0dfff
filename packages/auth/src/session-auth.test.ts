import { describe, expect, it } from "vitest"
import { ask, createTestAuth } from "../testing/test-auth.ts"
import { digest } from "./digest.ts"
import { Revocations, Sessions } from "./index.ts"

const cookie = (id: string) => ({ cookie: `session_id=${id}` })

describe("SessionAuth", () => {
  it("asks for the cookie, then a live session, and gives the user's id", async () => {
    const { app } = await createTestAuth()
    const id = await app.get(Sessions).create("u1")
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(await ask(app, "/session")).toEqual([401, { error: "Not authenticated" }])
    expect(await ask(app, "/session", { cookie: "other=1" })).toEqual([401, { error: "Not authenticated" }])
    expect(await ask(app, "/session", cookie(""))).toEqual([401, { error: "Not authenticated" }])
    for (const bad of ["x", crypto.randomUUID(), "x".repeat(10_000), "__proto__"])
      expect(await ask(app, "/session", cookie(bad))).toEqual([401, { error: "Invalid session" }])
    expect(await ask(app, "/session", cookie(id))).toEqual([200, { id: "u1" }])
  })

  it("creates nothing for an unknown id", async () => {
    const { app, store } = await createTestAuth()
    await ask(app, "/session", cookie(crypto.randomUUID()))
    expect(store.size).toBe(0)
  })
})

describe("a session", () => {
  it("lives for 24 hours, however much it is used", async () => {
    const { app, clock } = await createTestAuth()
    const id = await app.get(Sessions).create("u1")
    for (let hours = 0; hours < 24; hours++) {
      expect((await ask(app, "/session", cookie(id)))[0]).toBe(200)
      clock.advance(hours < 23 ? { hours: 1 } : { minutes: 59, seconds: 59 })
    }
    expect((await ask(app, "/session", cookie(id)))[0]).toBe(200)
    clock.advance({ seconds: 2 })
    expect(await ask(app, "/session", cookie(id))).toEqual([401, { error: "Invalid session" }])
  })

  it("has a user and a time, and is stored under a hash of its id", async () => {
    const { app, store } = await createTestAuth()
    const id = await app.get(Sessions).create("u1")
    expect([...store.written]).toEqual([
      [`session:${digest(id)}`, '{"user_id":"u1","created_at":"2026-01-01T00:00:00.000Z"}'],
    ])
  })

  it("ends when it is destroyed, twice if need be, and with all of its user's", async () => {
    const { app, clock } = await createTestAuth()
    const sessions = app.get(Sessions)
    const [one, other] = [await sessions.create("u1"), await sessions.create("u1")]
    await sessions.destroy(one)
    await sessions.destroy(one)
    expect([await sessions.find(one), await sessions.find(other)]).toEqual([
      undefined,
      expect.objectContaining({}),
    ])
    await app.get(Revocations).endUser("u1")
    expect(await sessions.find(other)).toBeUndefined()
    clock.advance({ milliseconds: 1 })
    expect(await sessions.find(await sessions.create("u1"))).toBeDefined()
  })
})

describe("crossSite", () => {
  const post = async (headers: Readonly<Record<string, string>>, secure = false) => {
    const { app } = await createTestAuth()
    const id = await app.get(Sessions).create("u1")
    const all = { host: "app.example", ...cookie(id), ...headers }
    return (await app.request("POST", "/session", { headers: all, secure })).status
  }

  it("refuses what a browser says comes from elsewhere", async () => {
    for (const site of ["cross-site", "same-site", "nonsense"])
      expect(await post({ "sec-fetch-site": site, origin: "https://app.example" })).toBe(403)
    for (const origin of [
      "null",
      "https://evil.example",
      "https://app.example.evil.example",
      "https://app.example:444",
    ])
      expect(await post({ origin })).toBe(403)
    expect(await post({ origin: "http://app.example" }, true)).toBe(403)
  })

  it("lets through what is its own, and what no browser sent", async () => {
    expect(await post({})).toBe(200)
    expect(await post({ origin: "http://app.example" })).toBe(200)
    expect(await post({ origin: "https://app.example" }, true)).toBe(200)
    expect(await post({ "sec-fetch-site": "same-origin" })).toBe(200)
    expect(await post({ "sec-fetch-site": "none" })).toBe(200)
  })

  it("concerns unsafe calls with the cookie only", async () => {
    const { app } = await createTestAuth()
    const id = await app.get(Sessions).create("u1")
    const foreign = { "sec-fetch-site": "cross-site" }
    expect((await ask(app, "/session", { ...cookie(id), ...foreign }))[0]).toBe(200)
    expect(await ask(app, "/session", foreign, "POST")).toEqual([401, { error: "Not authenticated" }])
  })
})
