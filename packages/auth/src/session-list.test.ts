import { describe, expect, it } from "vitest"
import { createTestAuth } from "../tests/testing/test-auth.ts"
import { Revocations, Sessions } from "./index.ts"

async function createSessions() {
  const { app, clock, store } = await createTestAuth()
  return { app, clock, store, sessions: app.get(Sessions) }
}

describe("the list of a user's sessions", () => {
  it("has those with a label, newest first, and says which one asks", async () => {
    const { sessions, clock } = await createSessions()
    const first = await sessions.create("u1", { label: "Firefox" })
    clock.advance({ hours: 1 })
    await sessions.create("u1", { label: "x".repeat(1_000) })
    await sessions.create("u1")
    await sessions.create("u2", { label: "another user's" })
    expect(await sessions.list("u1", first)).toEqual([
      { number: 2, label: "x".repeat(200), created_at: "2026-01-01T01:00:00.000Z", current: false },
      { number: 1, label: "Firefox", created_at: "2026-01-01T00:00:00.000Z", current: true },
    ])
  })

  it("shows neither an id nor what an id is stored under", async () => {
    const { sessions, store } = await createSessions()
    const id = await sessions.create("u1", { label: "Firefox" })
    for (const text of store.written.values()) expect(text).not.toContain(id)
    expect(Object.keys((await sessions.list("u1"))[0]!)).toEqual(["number", "label", "created_at", "current"])
  })

  it("ends one by its number, and only its user's own", async () => {
    const { sessions } = await createSessions()
    const [one, other] = [
      await sessions.create("u1", { label: "one" }),
      await sessions.create("u1", { label: "other" }),
    ]
    expect(await sessions.end("u2", 1)).toBe(false)
    expect(await sessions.end("u1", 3)).toBe(false)
    expect(await sessions.end("u1", 1)).toBe(true)
    expect(await sessions.end("u1", 1)).toBe(false)
    expect([await sessions.find(one), (await sessions.find(other))?.user_id]).toEqual([undefined, "u1"])
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["other"])
  })

  it("forgets those that were destroyed, have expired or were all ended", async () => {
    const { app, clock, sessions } = await createSessions()
    await sessions.destroy(await sessions.create("u1", { label: "destroyed" }))
    await sessions.create("u1", { label: "expires" })
    clock.advance({ hours: 23 })
    await sessions.create("u1", { label: "lives" })
    clock.advance({ hours: 2 })
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["lives"])
    await app.get(Revocations).endUser("u1")
    expect(await sessions.list("u1")).toEqual([])
    await sessions.create("u1", { label: "new" })
    expect((await sessions.list("u1")).map(({ label }) => label)).toEqual(["new"])
  })

  it("has every one of many that begin at once, up to 50", async () => {
    const { sessions } = await createSessions()
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, at) => sessions.create("u1", { label: `${at}` })),
    )
    expect(new Set((await sessions.list("u1")).map(({ label }) => label)).size).toBe(40)
    await Promise.all(Array.from({ length: 40 }, () => sessions.create("u1", { label: "later" })))
    expect(await sessions.list("u1")).toHaveLength(50)
    // Those that are not listed any more live on.
    for (const id of ids) expect((await sessions.find(id))?.user_id).toBe("u1")
  })
})
