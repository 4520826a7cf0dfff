import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type Context, get, group, module, type Route, Describe } from "trivet"
import { createTestApp } from "trivet/testing"
import { RedisConnection } from "@trivet/redis"
import { byUser, limit, Limits, limits, type LimitsOptions, reserveAll, TooManyRequests } from "./index.ts"

class Search {
  routes(): readonly Route[] {
    return [group("/search", [limit({ name: "search", max: 3, seconds: 60 })], [get("", this.search)])]
  }
  search() {
    return { found: 0 }
  }
}

async function search(options: Partial<LimitsOptions> = {}, more: object = {}) {
  const root = module({
    name: "root",
    imports: [limits({ prefix: `test-${crypto.randomUUID()}`, ...options })],
    declarations: [Search],
  })
  const app = await createTestApp(root, more)
  const call = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    app.request("GET", "/search", { address, headers })
  const statuses = async (addresses: readonly string[]) => {
    const found: number[] = []
    for (const address of addresses) found.push((await call(address)).status)
    return found
  }
  return { app, call, statuses }
}

describe("limit", () => {
  it("has a name in descriptions", async () => {
    const { app } = await search()
    expect(
      app
        .get(Describe)()
        .routes[0]?.middlewares.map(({ name }) => name),
    ).toEqual(['limit("search")'])
  })

  it("lets so many calls through, tells what is left, and answers 429 after that", async () => {
    const { call } = await search()
    const first = await call("1.2.3.4")
    expect([first.status, first.headers.get("ratelimit"), first.headers.get("ratelimit-policy")]).toEqual([
      200,
      '"search";r=2;t=60',
      '"search";q=3;w=60',
    ])
    await call("1.2.3.4")
    await call("1.2.3.4")
    const refused = await call("1.2.3.4")
    expect([refused.status, refused.json()]).toEqual([429, { error: "Too Many Requests" }])
    expect(refused.headers.get("ratelimit")).toMatch(/^"search";r=0;t=(?:59|60)$/)
    expect(refused.headers.get("ratelimit-policy")).toBe('"search";q=3;w=60')
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(58)
  })

  it("counts the addresses of one /64 and all spellings of an address together, and others apart", async () => {
    const { statuses } = await search()
    expect(await statuses(["2001:db8::1", "2001:DB8:0:0::2", "2001:db8:0:0:ffff::3", "2001:db8::4"])).toEqual(
      [200, 200, 200, 429],
    )
    expect(await statuses(["2001:db8:0:1::1"])).toEqual([200])
    expect(await statuses(["9.9.9.9", "::ffff:9.9.9.9", "::ffff:909:909", "9.9.9.9", "9.9.9.8"])).toEqual([
      200, 200, 200, 429, 200,
    ])
  })

  it("lets 1,000 forged addresses land in one bucket", async () => {
    const { call } = await search()
    const statuses: number[] = []
    for (let forged = 0; forged < 1_000; forged++) {
      const address = `10.${forged % 256}.${forged >> 8}.1`
      const headers = { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address }
      statuses.push((await call("1.2.3.4", headers)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  })

  it("knows the clients behind a proxy that the application trusts", async () => {
    const { call } = await search({}, { trustedProxies: ["10.0.0.1"] })
    const from = async (client: string) => (await call("10.0.0.1", { "x-forwarded-for": client })).status
    expect([
      await from("7.7.7.7"),
      await from("7.7.7.7"),
      await from("7.7.7.7"),
      await from("7.7.7.7"),
    ]).toEqual([200, 200, 200, 429])
    expect(await from("8.8.8.8")).toBe(200)
  })

  it("counts nothing and says nothing when limits are off", async () => {
    const { call, app } = await search({ disabled: () => true })
    for (let calls = 0; calls < 5; calls++) expect((await call("1.2.3.4")).status).toBe(200)
    expect((await call("1.2.3.4")).headers.get("ratelimit")).toBeUndefined()
    expect(app.logs.map(({ msg }) => msg)).toContain("Rate limits are off")
  })

  it("counts nothing in a program that trivet fuzz runs", async () => {
    const key = Symbol.for("trivet.fuzz")
    Object.assign(globalThis, { [key]: true })
    try {
      const { statuses, app } = await search()
      expect(await statuses(Array.from({ length: 5 }, () => "1.2.3.4"))).toEqual([200, 200, 200, 200, 200])
      expect(app.logs.map(({ msg }) => msg)).toContain("Rate limits are off")
    } finally {
      Reflect.deleteProperty(globalThis, key)
    }
  })

  it("counts by user where there is one", () => {
    const context = (user: string | undefined) =>
      ({ address: "1.2.3.4", get: () => user }) as unknown as Context
    expect([byUser(context("u1")), byUser(context(undefined))]).toEqual(["user:u1", "1.2.3.4"])
  })
})

describe("a limiter", () => {
  const rule = { name: "login", max: 2, seconds: 1 }

  it("takes points back, so that only failures count", async () => {
    const limiter = new Limits("test", undefined, false).limiter(rule)
    for (let successes = 0; successes < 20; successes++) await (await limiter.reserve("a")).release()
    await limiter.reserve("a")
    await limiter.reserve("a")
    await expect(limiter.reserve("a")).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "1" } })
    expect((await limiter.reserve("b")).remaining).toBe(1)
  })

  it("gives nothing back after its window, or there would be one too many in the next", async () => {
    const limiter = new Limits("test", undefined, false).limiter(rule)
    const late = await limiter.reserve("a")
    await sleep(1_050)
    await limiter.reserve("a")
    await late.release()
    await limiter.reserve("a")
    await expect(limiter.reserve("a")).rejects.toBeInstanceOf(TooManyRequests)
  })

  it("takes of all or of none", async () => {
    const made = new Limits("test", undefined, false)
    const [account, address] = [made.limiter(rule), made.limiter({ ...rule, name: "address", max: 5 })]
    const both = () => reserveAll([address, "1.2.3.4"], [account, "ada"])
    await both()
    await both()
    for (let refused = 0; refused < 10; refused++)
      await expect(both()).rejects.toBeInstanceOf(TooManyRequests)
    expect((await address.reserve("1.2.3.4")).remaining).toBe(2)
  })

  it("tells long keys apart to their end, and counts each alone", async () => {
    const limiter = new Limits("test", undefined, false).limiter({ ...rule, max: 1 })
    const long = "x".repeat(500)
    for (const key of [`${long}a`, `${long}b`, long]) expect((await limiter.reserve(key)).remaining).toBe(0)
    await expect(limiter.reserve(`${long}a`)).rejects.toBeInstanceOf(TooManyRequests)
  })

  it("goes on counting in this process while Redis is unavailable, and is never without a limit", async () => {
    const away = new RedisConnection({ url: "redis://127.0.0.1:1", optional: true })
    const limiter = new Limits("test", away, false).limiter(rule)
    await limiter.reserve("a")
    await (await limiter.reserve("a")).release()
    await limiter.reserve("a")
    await expect(limiter.reserve("a")).rejects.toBeInstanceOf(TooManyRequests)
    await away.onStop()
  })

  it("refuses rules that make no sense", () => {
    const made = new Limits("test", undefined, false)
    made.limiter(rule)
    expect(() => made.limiter({ ...rule, max: 3 })).toThrow(/different rules/)
    expect(() => made.limiter({ ...rule, name: "a b" })).toThrow(
      expect.objectContaining({ code: "LIMIT_NAME_INVALID" }),
    )
    for (const wrong of [{ max: 0 }, { max: 1.5 }, { seconds: 0 }])
      expect(() => made.limiter({ ...rule, name: "other", ...wrong })).toThrow(
        expect.objectContaining({ code: "LIMIT_RULE_INVALID" }),
      )
    for (const maxSeconds of [0, 1.5])
      expect(() => made.limiter({ ...rule, name: "other", seconds: 2, maxSeconds })).toThrow(/maxSeconds/)
    expect(() => made.limiter({ ...rule, maxSeconds: 60 })).toThrow(/different rules/)
    expect(made.limiter(rule)).toBe(made.limiter({ ...rule }))
  })
})
