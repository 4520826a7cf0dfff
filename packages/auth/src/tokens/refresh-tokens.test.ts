import { decodeJwt } from "jose"
import { describe, expect, it, vi } from "vitest"
import { type TestApp, TestClock } from "trivet/testing"
import { ada, ask, bearer, beginFamily, createTestAuth, issueToken } from "../../tests/testing/test-auth.ts"
import { digest } from "../digest.ts"
import { InvalidRefreshToken, RefreshTokens, Revocations, type TokenPair } from "../index.ts"

const refused = { status: 401, publicMessage: "invalid refresh token" }

function refresh(app: TestApp, { refresh_token }: Pick<TokenPair, "refresh_token">): Promise<TokenPair> {
  return app.get(RefreshTokens).refresh(refresh_token, async () => ada)
}

async function isLive(app: TestApp, { access_token }: TokenPair): Promise<boolean> {
  return (await ask(app, "/bearer", bearer(access_token)))[0] === 200
}

describe("a refresh token", () => {
  it("gives a new pair, once", async () => {
    const { app } = await createTestAuth()
    const first = await beginFamily(app)
    expect(first).toEqual({
      access_token: expect.any(String) as string,
      refresh_token: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as string,
      token_type: "Bearer",
      expires_in: 86_400,
    })
    const second = await refresh(app, first)
    expect([await isLive(app, first), await isLive(app, second)]).toEqual([true, true])
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expect(refresh(app, first)).rejects.toMatchObject(refused)
  })

  it("ends its whole family when it is shown again", async () => {
    const { app } = await createTestAuth()
    const [first, stranger] = [await beginFamily(app), await beginFamily(app)]
    const second = await refresh(app, first)
    const third = await refresh(app, second)
    await expect(refresh(app, first)).rejects.toMatchObject(refused)
    await expect(refresh(app, third)).rejects.toMatchObject(refused)
    for (const pair of [first, second, third]) expect(await isLive(app, pair)).toBe(false)
    expect(await isLive(app, await refresh(app, stranger))).toBe(true)
  })

  it("has exactly one winner among 50 callers, on two processes, and its family is dead after", async () => {
    const one = await createTestAuth()
    const other = await createTestAuth({}, one)
    for (let round = 0; round < 40; round++) {
      const first = await beginFamily(one.app)
      const calls = Array.from({ length: 50 }, (_, at) => refresh(at % 2 === 0 ? one.app : other.app, first))
      const results = await Promise.allSettled(calls)
      const won = results.filter((result) => result.status === "fulfilled").map(({ value }) => value)
      expect(won).toHaveLength(1)
      expect(await isLive(one.app, won[0]!)).toBe(false)
      await expect(refresh(one.app, won[0]!)).rejects.toMatchObject(refused)
    }
  })

  it("leaves no live token when it races a logout, however they meet", async () => {
    const { app } = await createTestAuth()
    const tokens = app.get(RefreshTokens)
    for (let round = 0; round < 300; round++) {
      const first = await beginFamily(app)
      const late = async <T>(work: () => Promise<T>, turns: number) => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        return work()
      }
      const [pair] = await Promise.allSettled([
        late(() => refresh(app, first), round % 7),
        late(() => tokens.revoke(first.refresh_token), round % 30),
      ])
      if (pair.status === "fulfilled") {
        expect(await isLive(app, pair.value)).toBe(false)
        await expect(refresh(app, pair.value)).rejects.toMatchObject(refused)
      }
      await expect(refresh(app, first)).rejects.toMatchObject(refused)
      expect(await isLive(app, first)).toBe(false)
    }
  })

  it("lives for 7 days", async () => {
    const { app, clock } = await createTestAuth()
    const [kept, late] = [await beginFamily(app), await beginFamily(app)]
    clock.advance({ days: 7, seconds: -1 })
    const next = await refresh(app, kept)
    clock.advance({ seconds: 2 })
    await expect(refresh(app, late)).rejects.toMatchObject(refused)
    clock.advance({ days: 6 })
    await refresh(app, next)
  })

  it("ends 30 days after the login, however often it was refreshed", async () => {
    const { app, clock } = await createTestAuth()
    let pair = await beginFamily(app)
    for (let days = 6; days < 30; days += 6) {
      clock.advance({ days: 6 })
      pair = await refresh(app, pair)
    }
    clock.advance({ days: 6, seconds: -1 })
    pair = await refresh(app, pair)
    clock.advance({ seconds: 1 })
    await expect(refresh(app, pair)).rejects.toMatchObject(refused)
  })

  it("ends its family when it is shown again at any time before it would have expired", async () => {
    const { app, clock, store } = await createTestAuth()
    const first = await beginFamily(app)
    const shorter = await createTestAuth({ lifetimeSeconds: { refresh: 60 } }, { clock, store })
    const second = await refresh(shorter.app, first)
    const third = await refresh(app, second)
    clock.advance({ days: 7, seconds: -1 })
    await expect(refresh(app, first)).rejects.toMatchObject({ ...refused, reused: true })
    await expect(refresh(app, third)).rejects.toMatchObject({ ...refused, reused: false })
  })

  it("stays ended with its family for as long as any token of it could live", async () => {
    const day = 86_400
    const long = { access: 20 * day, refresh: 90 * day, family: 200 * day }
    const { app, clock, store } = await createTestAuth({ lifetimeSeconds: long })
    const short = { access: 60, refresh: 60, family: 60, session: 60 }
    const shorter = await createTestAuth({ lifetimeSeconds: short }, { clock, store })
    for (const end of ["logout", "reuse"]) {
      const first = await beginFamily(app)
      const second = await refresh(app, first)
      if (end === "logout") await shorter.app.get(RefreshTokens).revoke(second.refresh_token)
      else await expect(refresh(shorter.app, first)).rejects.toMatchObject({ reused: true })
      clock.advance({ days: 19 })
      expect(await isLive(app, second), end).toBe(false)
      clock.advance({ days: 66 })
      await expect(refresh(app, second), end).rejects.toMatchObject(refused)
    }
  })

  it("leaves no access token of its family alive when the family ends just before its time", async () => {
    const { app, clock } = await createTestAuth({ lifetimeSeconds: { family: 3_600 } })
    const pair = await beginFamily(app)
    clock.advance({ minutes: 59 })
    await app.get(RefreshTokens).revoke(pair.refresh_token)
    clock.advance({ hours: 22 })
    expect(await isLive(app, pair)).toBe(false)
  })

  it("says whether it was used before, and whose it was, to the application alone", async () => {
    const { app } = await createTestAuth()
    const tokens = app.get(RefreshTokens)
    const reject = async (token: string) => {
      const error: unknown = await tokens.refresh(token, async () => ada).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(InvalidRefreshToken)
      const { status, publicMessage, headers, reused, userId } = error as InvalidRefreshToken
      expect({ status, publicMessage, headers }).toEqual({ ...refused, headers: undefined })
      return { reused, userId }
    }
    const first = await beginFamily(app)
    const second = await refresh(app, first)
    expect(await reject(crypto.randomUUID())).toEqual({ reused: false, userId: undefined })
    expect(await reject("x".repeat(65))).toEqual({ reused: false, userId: undefined })
    expect(await reject(first.refresh_token)).toEqual({ reused: true, userId: "u1" })
    expect(await reject(second.refresh_token)).toEqual({ reused: false, userId: "u1" })
  })

  it("is not looked up when it is too long", async () => {
    const { app, store } = await createTestAuth()
    await expect(refresh(app, { refresh_token: "x".repeat(65) })).rejects.toMatchObject(refused)
    await app.get(RefreshTokens).revoke("x".repeat(65))
    expect(store.asked).toBe(0)
  })

  it("that an earlier version stored without an end is rejected", async () => {
    const { app, store } = await createTestAuth()
    const token = crypto.randomUUID()
    await store.set(`refresh:${digest(token)}`, '{"user_id":"u1","family":"f","began":1}')
    await expect(refresh(app, { refresh_token: token })).rejects.toMatchObject(refused)
  })

  it("is dead when all of the user's were ended while its family began", async () => {
    const { app, store } = await createTestAuth()
    const held = Promise.withResolvers<void>()
    store.hold = held.promise
    const beginning = beginFamily(app)
    store.hold = undefined
    await app.get(Revocations).revokeUser("u1")
    held.resolve()
    const pair = await beginning
    expect(await isLive(app, pair)).toBe(false)
    await expect(refresh(app, pair)).rejects.toMatchObject(refused)
  })

  it("ends with all of its user's, whichever process began it and whichever ended it twice", async () => {
    const { app, clock, store } = await createTestAuth()
    const early = new TestClock()
    early.advance({ seconds: 50 })
    const ahead = await createTestAuth({}, { store, clock: early })
    const pair = await beginFamily(ahead.app)
    for (const one of [ahead, { app }]) await one.app.get(Revocations).revokeUser("u1")
    clock.advance({ seconds: 1 })
    expect([await isLive(app, pair), await isLive(ahead.app, pair)]).toEqual([false, false])
    await expect(refresh(ahead.app, pair)).rejects.toMatchObject(refused)
  })

  it("that is altered, too long or of another kind is rejected", async () => {
    const { app } = await createTestAuth()
    const { refresh_token, access_token } = await beginFamily(app)
    const last = refresh_token.endsWith("0") ? "1" : "0"
    for (const bent of [
      refresh_token.slice(0, -1) + last,
      "",
      "x".repeat(100_000),
      access_token,
      refresh_token.toUpperCase(),
    ])
      await expect(refresh(app, { refresh_token: bent })).rejects.toMatchObject(refused)
    expect((await ask(app, "/bearer", bearer(refresh_token)))[0]).toBe(401)
    await refresh(app, { refresh_token })
  })

  it("is stored as a hash only", async () => {
    const { app, store } = await createTestAuth()
    const first = await beginFamily(app)
    const second = await refresh(app, first)
    await app.get(RefreshTokens).revoke(second.refresh_token)
    const written = JSON.stringify([...store.written])
    for (const { access_token, refresh_token } of [first, second])
      for (const secret of [access_token, refresh_token]) expect(written).not.toContain(secret)
  })

  it("looks the user up again, and is rejected if the user no longer exists", async () => {
    const { app } = await createTestAuth()
    const tokens = app.get(RefreshTokens)
    const pair = await tokens.refresh((await beginFamily(app)).refresh_token, async () => ({
      ...ada,
      role: "admin",
    }))
    expect(decodeJwt(pair.access_token)["role"]).toBe("admin")
    await expect(tokens.refresh(pair.refresh_token, async () => undefined)).rejects.toMatchObject(refused)
  })

  it("ends with all of its user's, also one that is just being refreshed", async () => {
    const { app, clock } = await createTestAuth()
    const tokens = app.get(RefreshTokens)
    const [kept, racing] = [await beginFamily(app), await beginFamily(app)]
    clock.advance({ seconds: 5 })
    const ended = tokens.refresh(racing.refresh_token, async () => {
      await app.get(Revocations).revokeUser("u1")
      return ada
    })
    await expect(ended).rejects.toMatchObject(refused)
    await expect(refresh(app, kept)).rejects.toMatchObject(refused)
    expect(await isLive(app, kept)).toBe(false)
    clock.advance({ seconds: 5 })
    expect(await isLive(app, await refresh(app, await beginFamily(app)))).toBe(true)
  })

  it("ends with all of its user's, also one whose next pair is just being stored", async () => {
    const { app, store } = await createTestAuth()
    const { refresh_token } = await beginFamily(app)
    const set = store.set.bind(store)
    vi.spyOn(store, "set").mockImplementation(async (key, ...rest) => {
      await set(key, ...rest)
      if (key.startsWith("refresh:")) await app.get(Revocations).revokeUser("u1")
    })
    await expect(refresh(app, { refresh_token })).rejects.toMatchObject(refused)
  })

  it("is not used up while the user cannot be looked up", async () => {
    const { app } = await createTestAuth()
    const tokens = app.get(RefreshTokens)
    const first = await beginFamily(app)
    const away = tokens.refresh(first.refresh_token, () => Promise.reject(new Error("away")))
    await expect(away).rejects.toThrow("away")
    expect(await isLive(app, await refresh(app, first))).toBe(true)
  })

  it("of which only the family is ended leaves tokens of other logins alone", async () => {
    const { app } = await createTestAuth()
    const other = await issueToken(app)
    await app.get(RefreshTokens).revoke((await beginFamily(app)).refresh_token)
    await app.get(RefreshTokens).revoke("unknown")
    expect((await ask(app, "/bearer", bearer(other)))[0]).toBe(200)
  })
})
