import { describe, expect, it } from "vitest"
import { createSession, createTestAuth } from "../../tests/testing/test-auth.ts"
import { Revocations, Sessions } from "../index.ts"

async function createSessions() {
  const { app, clock, store } = await createTestAuth()
  return { app, clock, store, sessions: app.get(Sessions) }
}

describe("the list of a user's sessions", () => {
  it("has those with a label, newest first, and says which one asks", async () => {
    const { app, sessions, clock } = await createSessions()
    const first = await createSession(app, "u1", { label: "Firefox" })
    clock.advance({ hours: 1 })
    await createSession(app, "u1", { label: "x".repeat(1_000) })
    await createSession(app, "u1")
    await createSession(app, "u2", { label: "another user's" })
    expect(await sessions.list("u1", first)).toEqual([
      { number: 2, label: "x".repeat(200), created_at: "2026-01-01T01:00:00.000Z", current: false },
      { number: 1, label: "Firefox", created_at: "2026-01-01T00:00:00.000Z", current: true },
    ])
  })

  it("shows neither an id nor what an id is stored under", async () => {
    const { app, sessions, store } = await createSessions()
    const id = await createSession(app, "u1", { label: "Firefox" })
    for (const text of store.written.values()) expect(text).not.toContain(id)
    expect(Object.keys((await sessions.list("u1"))[0]!)).toEqual(["number", "label", "created_at", "current"])
  })

  it("ends one by its number, and only its user's own", async () => {
    const { app, sessions } = await createSessions()
    const [one, other] = [
      await createSession(app, "u1", { label: "one" }),
      await createSession(app, "u1", { label: "other" }),
    ]
    expect(await sessions.destroyListed("u2", 1)).toBe(false)
    expect(await sessions.destroyListed("u1", 3)).toBe(false)
    expect(await sessions.destroyListed("u1", 1)).toBe(true)
    expect(await sessions.destroyListed("u1", 1)).toBe(false)
    expect([await sessions.find(one), (await sessions.find(other))?.user_id]).toEqual([undefined, "u1"])
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["other"])
    // Also if the users have as many.
    const own = [
      await createSession(app, "u2", { label: "own" }),
      await createSession(app, "u2", { label: "own" }),
    ]
    expect((await sessions.list("u2")).map(({ label }) => label)).toEqual(["own", "own"])
    for (const number of [1, 2, 3, 4]) await sessions.destroyListed("u2", number)
    expect((await sessions.find(other))?.user_id).toBe("u1")
    for (const id of own) expect(await sessions.find(id)).toBeUndefined()
  })

  it("forgets those that were destroyed, have expired or were all ended", async () => {
    const { app, clock, sessions } = await createSessions()
    await sessions.destroy(await createSession(app, "u1", { label: "destroyed" }))
    await createSession(app, "u1", { label: "expires" })
    clock.advance({ hours: 23 })
    await createSession(app, "u1", { label: "lives" })
    clock.advance({ hours: 2 })
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["lives"])
    await app.get(Revocations).revokeUser("u1")
    expect(await sessions.list("u1")).toEqual([])
    await createSession(app, "u1", { label: "new" })
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["new"])
  })

  it("has a session that lives through any number of others that begin and end", async () => {
    const { app, sessions } = await createSessions()
    const stays = await createSession(app, "u1", { label: "stays" })
    for (let many = 0; many < 120; many++)
      await sessions.destroy(await createSession(app, "u1", { label: "comes and goes" }))
    await createSession(app, "u1", { label: "new" })
    const listed = await sessions.list("u1", stays)
    expect(listed.map(({ label, current }) => [label, current])).toEqual([
      ["new", false],
      ["stays", true],
    ])
    expect(await sessions.destroyListed("u1", listed[1]!.number)).toBe(true)
    expect(await sessions.find(stays)).toBeUndefined()
  })

  it("has all of 50, wherever others have ended between them", async () => {
    const { app, sessions } = await createSessions()
    for (let round = 0; round < 25; round++) {
      await createSession(app, "u1", { label: `${round}` })
      for (let many = 0; many < 7; many++)
        await sessions.destroy(await createSession(app, "u1", { label: "comes and goes" }))
      await createSession(app, "u1", { label: `${round} again` })
    }
    expect(await sessions.list("u1")).toHaveLength(50)
    await app.get(Revocations).revokeUser("u1")
    await createSession(app, "u1", { label: "new" })
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["new"])
  })

  it("ends no other session by the number of one that has ended", async () => {
    const { app, sessions } = await createSessions()
    const first = await createSession(app, "u1", { label: "first" })
    const { number } = (await sessions.list("u1"))[0]!
    await sessions.destroy(first)
    const ids: string[] = []
    for (let many = 0; many < 60; many++) ids.push(await createSession(app, "u1", { label: `${many}` }))
    expect(await sessions.destroyListed("u1", number)).toBe(false)
    expect(await sessions.list("u1")).toHaveLength(50)
    // Nor by one that is not listed any more: another one has its slot.
    for (const id of ids.slice(0, 10)) await sessions.destroy(id)
    expect(await sessions.list("u1")).toHaveLength(50)
  })

  it("has every one of many that begin at once, up to 50", async () => {
    const { app, sessions } = await createSessions()
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, at) => createSession(app, "u1", { label: `${at}` })),
    )
    expect(new Set((await sessions.list("u1")).map(({ label }) => label)).size).toBe(40)
    await Promise.all(Array.from({ length: 40 }, () => createSession(app, "u1", { label: "later" })))
    expect(await sessions.list("u1")).toHaveLength(50)
    // Those that are not listed any more live on.
    for (const id of ids) expect((await sessions.find(id))?.user_id).toBe("u1")
  })
})
