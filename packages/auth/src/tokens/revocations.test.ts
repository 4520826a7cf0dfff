import { describe, expect, it } from "vitest"
import { createTestAuth } from "../../tests/testing/test-auth.ts"
import { type Generation, Revocations, Sessions } from "../index.ts"

const days = 400
const session = days * 24 * 60 * 60
const first = "" as Generation

describe("the revocation of a user", () => {
  it("stays, because what was created after it has its generation", async () => {
    const { app, clock } = await createTestAuth({ lifetimeSeconds: { session } })
    const generation = await app.get(Revocations).revokeUser("u1")
    clock.advance({ days: 10 * days })
    expect(await app.get(Revocations).generationOf("u1")).toBe(generation)
    const id = await app.get(Sessions).create("u1", generation)
    clock.advance({ days: days - 1 })
    expect((await app.get(Sessions).find(id))?.user_id).toBe("u1")
  })

  it("goes after the longest lifetime if the user was deleted, and no session is valid meanwhile", async () => {
    const { app, clock, store } = await createTestAuth({ lifetimeSeconds: { session } })
    const id = await app.get(Sessions).create("u1", first)
    const generation = await app.get(Revocations).revokeUser("u1", { isDeleted: true })
    // A sign-in that had begun before, and ends after it.
    clock.advance({ minutes: 1 })
    const late = await app.get(Sessions).create("u1", first)
    const isValid = async () => [await app.get(Sessions).find(id), await app.get(Sessions).find(late)]
    expect(await isValid()).toEqual([undefined, undefined])
    clock.advance({ seconds: session })
    expect(await app.get(Revocations).generationOf("u1")).toBe(generation)
    expect(await isValid()).toEqual([undefined, undefined])
    clock.advance({ hours: 2 })
    expect(await store.get("revoked-user:u1")).toBeUndefined()
    expect(await isValid()).toEqual([undefined, undefined])
  })
})
