import { TestClock } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { ask, createSession, createTestAuth } from "../../tests/testing/test-auth.ts"
import { digest } from "../digest.ts"
import { Revocations, Sessions } from "../index.ts"

const cookie = (id: string) => ({ cookie: `session_id=${id}` })

describe("SessionAuth", () => {
  it("asks for the cookie, then a live session, and gives the user's id", async () => {
    const { app } = await createTestAuth()
    const id = await createSession(app, "u1")
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(await ask(app, "/session")).toEqual([401, { error: "Not authenticated" }])
    expect(await ask(app, "/session", { cookie: "other=1" })).toEqual([401, { error: "Not authenticated" }])
    expect(await ask(app, "/session", cookie(""))).toEqual([401, { error: "Not authenticated" }])
    for (const bad of ["x", crypto.randomUUID(), "x".repeat(10_000), "__proto__"])
      expect(await ask(app, "/session", cookie(bad))).toEqual([401, { error: "Invalid session" }])
    expect(await ask(app, "/session", cookie(id))).toEqual([200, { id: "u1" }])
  })

  it("does not look up an id that is too long", async () => {
    const { app, store } = await createTestAuth()
    expect((await ask(app, "/session", cookie("x".repeat(64))))[0]).toBe(401)
    expect(store.asked).toBe(1)
    expect((await ask(app, "/session", cookie("x".repeat(65))))[0]).toBe(401)
    expect(store.asked).toBe(1)
  })

  it("keeps caches from storing what it lets through", async () => {
    const { app } = await createTestAuth()
    const headers = cookie(await createSession(app, "u1"))
    const reply = await app.request("GET", "/session", { headers })
    expect(reply.headers.get("cache-control")).toBe("no-store")
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
    const id = await createSession(app, "u1")
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
    const id = await createSession(app, "u1")
    expect([...store.written]).toEqual([
      [`session:${digest(id)}`, '{"user_id":"u1","created_at":"2026-01-01T00:00:00.000Z"}'],
    ])
  })

  it("ends when it is destroyed, twice if need be, and with all of its user's", async () => {
    const { app } = await createTestAuth()
    const sessions = app.get(Sessions)
    const [one, other] = [await createSession(app, "u1"), await createSession(app, "u1")]
    await sessions.destroy(one)
    await sessions.destroy(one)
    expect([await sessions.find(one), await sessions.find(other)]).toEqual([
      undefined,
      expect.objectContaining({}),
    ])
    await app.get(Revocations).revokeUser("u1")
    expect(await sessions.find(other)).toBeUndefined()
    const next = await createSession(app, "u1")
    expect(await sessions.find(next)).toEqual({ user_id: "u1", created_at: "2026-01-01T00:00:00.000Z" })
    await app.get(Revocations).revokeUser("u1")
    expect(await sessions.find(next)).toBeUndefined()
  })

  it("ends with all of its user's, also when its process is ahead of the one that ends them, twice", async () => {
    const { app, store } = await createTestAuth()
    const early = new TestClock()
    early.advance({ seconds: 50 })
    const ahead = await createTestAuth({}, { store, clock: early })
    const id = await createSession(ahead.app, "u1")
    for (const one of [ahead, { app }]) {
      await one.app.get(Revocations).revokeUser("u1")
      expect(await ahead.app.get(Sessions).find(id)).toBeUndefined()
    }
  })

  it("needs a generation that was read: a text does not compile", async () => {
    const { app } = await createTestAuth()
    // @ts-expect-error Only `generationOf()` and `revokeUser()` return a generation.
    const id = await app.get(Sessions).create("u1", "")
    expect(await app.get(Sessions).find(id)).toBeDefined()
  })

  it("is dead when all were ended while it began", async () => {
    const { app, store } = await createTestAuth()
    const held = Promise.withResolvers<void>()
    store.hold = held.promise
    const creating = createSession(app, "u1")
    store.hold = undefined
    await app.get(Revocations).revokeUser("u1")
    held.resolve()
    expect(await app.get(Sessions).find(await creating)).toBeUndefined()
  })
})
