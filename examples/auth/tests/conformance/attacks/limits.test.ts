import { RedisConnection } from "@trivet/redis"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivateRedis } from "@trivet/redis/testing"
import { noteFigure } from "../../../../../scripts/suite/note-figure.ts"
import { type Api, someEmail } from "../api.ts"
import { servicesOf } from "../test-database.ts"
import { full, startTwo, type TwoServers } from "./two-servers.ts"

async function withTwo(
  environment: Readonly<Record<string, string>>,
  work: (two: TwoServers) => Promise<void>,
): Promise<void> {
  const two = await startTwo(environment)
  try {
    await work(two)
    await two.expectWell()
  } finally {
    await two.stop()
  }
}

/** Fails to log in, and gives the status. */
async function fail(
  api: Api,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const reply = await api.post("/auth/login", { email, password: "wrong wrong" }, headers)
  if (reply.status === 429) expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0)
  return reply.status
}

/** So many spellings of an address that a database may take for one. */
function spellingsOf(address: string, most: number): readonly string[] {
  const pairs = ["iİ", "ıI", "k\u212a", "sſ", "iI", "kK", "sS", "mM", "ｍＭ", "ａＡ", "éÉ", "eE"]
  let found = [address]
  for (const [one = "", other = ""] of pairs.map((pair) => Array.from(pair)))
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      found = [
        ...new Set([
          ...found,
          ...found.map((text) => text.replace(from, to)),
          ...found.map((text) => text.replaceAll(from, to)),
        ]),
      ]
  return found.slice(0, most)
}

const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length

describe("the limit of logins for an account over two processes", () => {
  const prefix = `auth-${crypto.randomUUID()}`
  let two: TwoServers
  let redis: RedisConnection
  beforeAll(async () => {
    two = await startTwo({
      REDIS_PREFIX: prefix,
      LOGIN_LIMIT_ADDRESS: "100000",
      TRUSTED_PROXIES: "127.0.0.1",
    })
    redis = new RedisConnection({ url: servicesOf().redis })
  })
  afterAll(async () => {
    await two?.stop()
    const keys = await keysInRedis()
    if (keys.length > 0) await redis.send(["DEL", ...keys])
    await redis?.onStop()
  })
  const keysInRedis = () => redis.send<string[]>(["KEYS", `${prefix}:*`])

  it("lets exactly 10 of 500 wrong passwords at once be checked", async () => {
    const { email } = await two.apis[0].register()
    const statuses = await Promise.all(
      Array.from({ length: 500 }, (_, at) => fail(two.apis[at % 2 === 0 ? 0 : 1], email)),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 490])
    await two.expectWell()
  })

  it("lets 10 passwords be checked for an account, however its letters are written", async () => {
    for (const name of ["miki", "mıkı", "MİKİ", "kiss\u212a", "ſiſi", "ｍｉｋａ", "rené", "rene\u0301"]) {
      const { email } = await two.apis[0].register({ email: `${name}.${crypto.randomUUID()}@example.com` })
      const checked = { count: 0 }
      for (const [at, spelling] of spellingsOf(email, 40).entries())
        if ((await fail(two.apis[at % 2 === 0 ? 0 : 1], spelling)) === 401) checked.count++
      expect([name, checked.count]).toEqual([name, 10])
    }
    await two.expectWell()
  })

  it("writes no address in clear into Redis", async () => {
    const { email, password } = await two.apis[0].register()
    await fail(two.apis[0], email)
    await two.apis[0].post("/auth/login", { email, password })
    const keys = await keysInRedis()
    expect(keys.join()).not.toMatch(/@|example|127\.0/)
    expect(keys.length).toBeGreaterThan(2)
  })

  it("gives every key in Redis a lifetime", async () => {
    // The client's own key, if no other test has made it.
    await fail(two.apis[0], someEmail())
    const before = await keysInRedis()
    await Promise.all(
      Array.from({ length: 200 }, (_, at) => fail(two.apis[at % 2 === 0 ? 0 : 1], someEmail())),
    )
    const keys = await keysInRedis()
    const lasting = await Promise.all(keys.map((one) => redis.send<number>(["TTL", one])))
    expect(lasting).not.toContain(-1)
    const fresh = lasting.filter((_, at) => !before.includes(keys[at]!))
    expect(fresh).toHaveLength(200)
    expect(Math.min(...fresh)).toBeGreaterThan(800)
    await two.expectWell()
  })

  it("leaves the owner his own tries in the network that he logs in from", async () => {
    const { apis } = two
    const [home, abroad] = [{ "x-forwarded-for": "203.0.113.1" }, { "x-forwarded-for": "198.51.100.7" }]
    const { email, password } = await apis[0].register()
    const login = (at: 0 | 1, headers: Readonly<Record<string, string>>) =>
      apis[at].post("/auth/login", { email, password }, headers)
    expect((await login(0, home)).status).toBe(200)
    const strangers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => fail(apis[at % 2 === 0 ? 0 : 1], email, abroad)),
    )
    expect([count(strangers, 401), count(strangers, 429)]).toEqual([10, 50])
    // The first lock that a stranger can set lasts a minute.
    expect(Number((await login(0, abroad)).headers["retry-after"])).toBeLessThanOrEqual(60)
    expect([(await login(0, home)).status, (await login(1, home)).status]).toEqual([200, 200])
    const own = await Promise.all(
      Array.from({ length: 60 }, (_, at) => fail(apis[at % 2 === 0 ? 0 : 1], email, home)),
    )
    expect(count(own, 401)).toBe(10)
    await two.expectWell()
  })
})

describe("the limit of logins over two processes", () => {
  it("counts 100 failures of an address, whatever accounts they are for and whatever headers say", async () => {
    await withTwo({}, async ({ apis }) => {
      const calls = full ? 1_000 : 300
      const statuses: number[] = []
      const attempt = async (at: number) => {
        const address = `10.1.${at >> 8}.${at & 255}`
        const headers = { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address }
        statuses.push(await fail(apis[at % 2 === 0 ? 0 : 1], someEmail(), headers))
      }
      for (let at = 0; at < calls; at += 20)
        await Promise.all(Array.from({ length: 20 }, (_, more) => attempt(at + more)))
      expect([count(statuses, 401), count(statuses, 429)]).toEqual([100, calls - 100])
    })
  })

  it("tells clients apart behind a proxy that is named, an IPv6 network as one", async () => {
    const named = { TRUSTED_PROXIES: "127.0.0.1", LOGIN_LIMIT_ADDRESS: "3" }
    await withTwo(named, async ({ apis }) => {
      const from = async (clients: readonly string[]) => {
        const statuses: number[] = []
        for (const [at, client] of clients.entries())
          statuses.push(await fail(apis[at % 2 === 0 ? 0 : 1], someEmail(), { "x-forwarded-for": client }))
        return statuses
      }
      const spellings = [
        "2001:db8::1",
        "2001:DB8:0:0:0::2",
        "2001:db8:0:0:ffff:ffff:ffff:ffff",
        "2001:0db8::4",
      ]
      expect(await from(spellings)).toEqual([401, 401, 401, 429])
      expect(await from(["7.7.7.7", "::ffff:7.7.7.7", "7.7.7.7", "7.7.7.7"])).toEqual([401, 401, 401, 429])
      expect(await from(["7.7.7.8", "2001:db8:0:1::1"])).toEqual([401, 401])
    })
  })
})

describe("the limit of logins while Redis is unavailable", () => {
  it("falls back to each process, is never lifted, and is common again when Redis is back", async () => {
    const redis = await PrivateRedis.start()
    await withTwo({ REDIS_URL: redis.url, LOGIN_LIMIT_ADDRESS: "100000" }, async ({ apis }) => {
      const attack = async () => {
        const email = someEmail()
        const statuses = await Promise.all(
          Array.from({ length: 100 }, (_, at) => fail(apis[at % 2 === 0 ? 0 : 1], email)),
        )
        expect(count(statuses, 401) + count(statuses, 429)).toBe(100)
        return count(statuses, 401)
      }
      expect(await attack()).toBe(10)
      await redis.stop()
      // Ten for each process, and never more.
      const checked = await attack()
      noteFigure(
        "Redis stopped: login limit",
        "2 × auth",
        `${checked} of 100 wrong passwords checked, 10 for each process`,
      )
      expect(checked).toBe(20)
      const { email, password } = await apis[0].register()
      for (let logins = 0; logins < 15; logins++)
        expect((await apis[0].post("/auth/login", { email, password })).status).toBe(200)
      await redis.start()
      await expect.poll(attack).toBe(10)
    })
    await redis.stop()
  })
})
