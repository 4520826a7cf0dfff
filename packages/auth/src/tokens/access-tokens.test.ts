import { decodeJwt, decodeProtectedHeader } from "jose"
import { TestClock } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { ada, ask, bearer, createTestAuth, issueToken } from "../../tests/testing/test-auth.ts"
import { digest } from "../digest.ts"
import { AccessTokens, authSettings, Revocations } from "../index.ts"
import { tokenKeysOf } from "./token-keys.ts"

const noon = Date.parse("2026-01-01T00:00:00Z") / 1000

describe("an access token", () => {
  it("has exactly the claims of the full reference, and a random id", async () => {
    const { app } = await createTestAuth()
    const [one, other] = [await issueToken(app), await issueToken(app)]
    expect(decodeProtectedHeader(one)).toEqual({ alg: "HS256", typ: "JWT" })
    expect(decodeJwt(one)).toEqual({
      ...ada,
      iat: noon,
      exp: noon + 86_400,
      iss: "tests",
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(one).not.toBe(other)
  })

  it("lives for 24 hours and not a second longer, however often it is used", async () => {
    const { app, clock } = await createTestAuth()
    const token = await issueToken(app)
    for (let hours = 0; hours < 24; hours++) {
      expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
      clock.advance(hours < 23 ? { hours: 1 } : { minutes: 59, seconds: 59 })
    }
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
    clock.advance({ seconds: 1 })
    expect(await ask(app, "/bearer", bearer(token))).toEqual([401, { error: "Invalid token" }])
  })

  it("that was never used is rejected after 24 hours too", async () => {
    const { app, clock } = await createTestAuth()
    const token = await issueToken(app)
    clock.advance({ hours: 24 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
  })

  it("ends at once where it is revoked, and within a second on every other process", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const [token, second] = [await issueToken(one.app), await issueToken(one.app)]
    for (const { app } of [one, other]) expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
    await one.app.get(AccessTokens).revoke(token)
    expect((await ask(one.app, "/bearer", bearer(token)))[0]).toBe(401)
    one.clock.advance({ seconds: 1 })
    expect((await ask(other.app, "/bearer", bearer(token)))[0]).toBe(401)
    for (const { app } of [one, other]) expect((await ask(app, "/bearer", bearer(second)))[0]).toBe(200)
  })

  it("is not remembered as good when it is revoked while that is looked up", async () => {
    const { app, store } = await createTestAuth()
    const token = await issueToken(app)
    const held = Promise.withResolvers<void>()
    store.hold = held.promise
    const asking = ask(app, "/bearer", bearer(token))
    await new Promise((go) => setTimeout(go, 20))
    store.hold = undefined
    await app.get(AccessTokens).revoke(token)
    held.resolve()
    await asking
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
  })

  it("stays revoked for as long as it would have lived", async () => {
    const { app, clock } = await createTestAuth()
    const token = await issueToken(app)
    await app.get(AccessTokens).revoke(token)
    clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
  })

  it("stays revoked by a process with a shorter lifetime, until it expires", async () => {
    const { app, clock, store } = await createTestAuth()
    const shorter = await createTestAuth({ lifetimeSeconds: { access: 60 } }, { clock, store })
    const token = await issueToken(app)
    await shorter.app.get(AccessTokens).revoke(token)
    clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
  })

  it("stays revoked when the clock is set back after it has expired", async () => {
    const { app, clock } = await createTestAuth()
    const token = await issueToken(app)
    await app.get(AccessTokens).revoke(token)
    clock.advance({ hours: 24, minutes: 5 })
    clock.shift({ minutes: -10 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
  })

  it("is revoked by a process for which it has expired or is not issued yet, for its whole life", async () => {
    for (const hours of [25, -25]) {
      const { app, store, clock } = await createTestAuth()
      const wrong = new TestClock()
      wrong.advance({ hours })
      const other = await createTestAuth({}, { store, clock: wrong })
      const token = await issueToken(app)
      await other.app.get(AccessTokens).revoke(token)
      clock.advance({ hours: 23 })
      expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
    }
  })

  it("is rejected within a second after it was revoked elsewhere, also when the clock is set back", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const token = await issueToken(one.app)
    expect((await ask(other.app, "/bearer", bearer(token)))[0]).toBe(200)
    await one.app.get(AccessTokens).revoke(token)
    one.clock.shift({ minutes: -10 })
    one.clock.advance({ seconds: 1 })
    expect((await ask(other.app, "/bearer", bearer(token)))[0]).toBe(401)
  })

  it("that was seen a moment ago expires to the millisecond, and when the clock is set forward", async () => {
    const { app, clock } = await createTestAuth()
    const token = await issueToken(app)
    clock.advance({ hours: 23, minutes: 59, seconds: 59, milliseconds: 500 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
    clock.advance({ milliseconds: 499 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
    clock.advance({ milliseconds: 1 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
    const next = await issueToken(app)
    expect((await ask(app, "/bearer", bearer(next)))[0]).toBe(200)
    clock.shift({ hours: 24 })
    clock.advance({ seconds: 1 })
    expect((await ask(app, "/bearer", bearer(next)))[0]).toBe(401)
  })

  it("of a longer lifetime than is set now is rejected, also when little of it is left", async () => {
    const { app, clock, store } = await createTestAuth()
    const token = await issueToken(app)
    const lowered = await createTestAuth({ lifetimeSeconds: { access: 3_600 } }, { clock, store })
    for (const hours of [0, 23]) {
      clock.advance({ hours, minutes: 1 })
      expect((await ask(lowered.app, "/bearer", bearer(token)))[0]).toBe(401)
    }
  })

  it("is looked up again by recheck, be it remembered or not", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    const [here, there] = [one.app.get(AccessTokens), other.app.get(AccessTokens)]
    const token = await issueToken(one.app)
    expect(await there.recheck(token)).toMatchObject({ user_id: "u1" })
    await here.revoke(token)
    expect(there.verify(token)).toMatchObject({ user_id: "u1" })
    expect(await there.recheck(token)).toBeUndefined()
    expect(await there.recheck("x")).toBeUndefined()
  })

  it("is stored nowhere: a revocation holds its hash", async () => {
    const { app, store } = await createTestAuth()
    const token = await issueToken(app)
    await app.get(AccessTokens).revoke(token)
    expect([...store.written.keys()]).toEqual([`revoked:${digest(token)}`])
    expect(JSON.stringify([...store.written])).not.toContain(token)
  })

  it("ends with all of its user's, and the next one does not, be it in the same second", async () => {
    const { app } = await createTestAuth()
    const [before, others] = [await issueToken(app), await issueToken(app, { ...ada, user_id: "u2" })]
    expect((await ask(app, "/bearer", bearer(before)))[0]).toBe(200)
    await app.get(Revocations).revokeUser("u1")
    const after = await issueToken(app)
    const statuses = await Promise.all(
      [before, after, others].map(async (one) => (await ask(app, "/bearer", bearer(one)))[0]),
    )
    expect(statuses).toEqual([401, 200, 200])
    expect(decodeJwt(after)).toMatchObject({ iat: noon, exp: noon + 86_400 })
  })

  it("ends with all of its user's by a process whose clock is behind, twice if need be", async () => {
    const { app, clock, store } = await createTestAuth()
    const late = new TestClock()
    late.advance({ seconds: -50 })
    const behind = await createTestAuth({}, { store, clock: late })
    const token = await issueToken(app)
    await app.get(Revocations).revokeUser("u1")
    for (let times = 0; times < 2; times++) {
      await behind.app.get(Revocations).revokeUser("u1")
      clock.advance({ seconds: 1 })
      expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(401)
    }
    expect((await ask(app, "/bearer", bearer(await issueToken(behind.app))))[0]).toBe(200)
  })

  it("is dead when all were ended while it was issued", async () => {
    const { app, store } = await createTestAuth()
    const held = Promise.withResolvers<void>()
    store.hold = held.promise
    const issuing = issueToken(app)
    store.hold = undefined
    await app.get(Revocations).revokeUser("u1")
    held.resolve()
    expect((await ask(app, "/bearer", bearer(await issuing)))[0]).toBe(401)
  })

  it("stays ended with all of its user's however long ago that was, and however often", async () => {
    const { app, clock } = await createTestAuth({ lifetimeSeconds: { access: 31 * 86_400 } })
    const token = await issueToken(app)
    await app.get(Revocations).revokeUser("u1")
    const second = await issueToken(app)
    expect((await ask(app, "/bearer", bearer(second)))[0]).toBe(200)
    await app.get(Revocations).revokeUser("u1")
    clock.advance({ days: 30, hours: 23 })
    for (const one of [token, second]) expect((await ask(app, "/bearer", bearer(one)))[0]).toBe(401)
  })

  it("is not good for a process with another key", async () => {
    const [one, other] = [await createTestAuth({ secret: "" }), await createTestAuth({ secret: "" })]
    const token = await issueToken(one.app)
    expect((await ask(one.app, "/bearer", bearer(token)))[0]).toBe(200)
    expect((await ask(other.app, "/bearer", bearer(token)))[0]).toBe(401)
    expect(one.app.logs.filter(({ level }) => level === 40).map(({ msg }) => msg)).toEqual([
      "JWT_SECRET is not set: tokens are signed with a random key and end with this process",
    ])
  })

  it("is remembered, but no more than 10,000 of them", async () => {
    const { app } = await createTestAuth()
    const tokens = app.get(AccessTokens)
    const first = await issueToken(app)
    await tokens.verify(first)
    expect(tokens.verify(first)).not.toBeInstanceOf(Promise)
    for (let many = 0; many < 10_000; many++) await tokens.verify(await issueToken(app))
    expect(tokens.verify(first)).toBeInstanceOf(Promise)
  })
})

describe("tokenKeysOf with secrets", () => {
  it("refuses production without a key of 32 bytes", () => {
    for (const secret of ["", "short", "x".repeat(31)])
      expect(() => tokenKeysOf(authSettings({ secret, production: true }))).toThrow(
        /`secret` of the auth settings has \d+ bytes, and production needs at least 32/,
      )
    expect(tokenKeysOf(authSettings({ secret: "x".repeat(32), production: true })).signing.key).toHaveLength(
      32,
    )
  })

  it("is never empty, and random without a secret", () => {
    const [one, other] = [tokenKeysOf(authSettings()).signing.key, tokenKeysOf(authSettings()).signing.key]
    expect([one, other].map((key) => (key as Uint8Array).length)).toEqual([32, 32])
    expect(one).not.toEqual(other)
  })
})

describe("authSettings", () => {
  it("are those of the full reference unless given", () => {
    expect(authSettings({ lifetimeSeconds: { access: 60 } })).toMatchObject({
      cost: 14,
      queue: 256,
      claims: "full",
      missing: "Missing authorization header",
      lifetimeSeconds: { access: 60, refresh: 604_800, family: 2_592_000, session: 86_400 },
    })
  })

  it("raise a fault for a lifetime that is invalid, or longer than a revocation lasts", () => {
    const day = 86_400
    for (const [name, most] of [
      ["access", 31 * day],
      ["refresh", 400 * day],
      ["family", 400 * day],
      ["session", 400 * day],
    ] as const) {
      expect(authSettings({ lifetimeSeconds: { [name]: most } }).lifetimeSeconds[name]).toBe(most)
      for (const seconds of [most + 1, 0, -1, 1.5, Number.NaN, Infinity])
        expect(() => authSettings({ lifetimeSeconds: { [name]: seconds } })).toThrow(
          expect.objectContaining({
            message: `\`lifetimeSeconds.${name}\` of the auth settings is ${seconds}.`,
            fix: `Set \`lifetimeSeconds.${name}\` to a whole number of seconds from 1 to ${most} (${most / day} days).`,
          }),
        )
    }
  })

  it("refuse a cost that bcrypt does not know", () => {
    for (const cost of [3, 32, 10.5, Number.NaN]) expect(() => authSettings({ cost })).toThrow(/`cost`/)
  })
})
