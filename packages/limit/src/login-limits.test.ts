import { describe, expect, it, vi } from "vitest"
import { PublicError } from "trivet"
import { RedisConnection } from "@trivet/redis"
import { type LoginLimits, Limits, type RedisCommands, TooManyRequests } from "./index.ts"

const home = "203.0.113.1"
const abroad = "198.51.100.7"

/** Tries so often, and gives how many passwords were checked. */
async function guess(logins: LoginLimits, account: string, address: string, times = 30): Promise<number> {
  let checked = 0
  for (let time = 0; time < times; time++)
    await logins
      .attempt({ account, address }, async () => void checked++)
      .catch((error: unknown) => {
        if (!(error instanceof TooManyRequests)) throw error
      })
  return checked
}

const succeed = (logins: LoginLimits, account: string, address: string) =>
  logins.attempt({ account, address }, async () => "user")

function inMemory(): LoginLimits {
  return new Limits("test", undefined, false).logins()
}

describe("the limits of logins", () => {
  it("count together wherever they are made, also from a network that is known", async () => {
    const limits = new Limits("test", undefined, false)
    const [login, account] = [limits.logins(), limits.logins()]
    await succeed(login, "ann@x.example", home)
    expect(await guess(login, "ann@x.example", home)).toBe(10)
    expect(await guess(account, "ann@x.example", home)).toBe(0)
    expect(await guess(account, "ann@x.example", abroad)).toBe(10)
  })

  it("let 10 passwords be checked for an account, however it is spelt and from wherever", async () => {
    const logins = inMemory()
    const spellings = [
      "miki@x.example",
      "MIKI@x.example",
      "mİki@x.example",
      "mıkı@x.example",
      "mi\u212ai@x.example",
    ]
    let checked = 0
    for (const [at, spelling] of spellings.entries())
      checked += await guess(logins, spelling, `203.0.113.${at}`, 10)
    expect(checked).toBe(10)
  })

  it("let a stranger lock an account for a minute at first", async () => {
    const logins = inMemory()
    expect(await guess(logins, "ada@x.example", abroad)).toBe(10)
    await expect(succeed(logins, "ada@x.example", home)).rejects.toMatchObject({ retryAfter: 60 })
  })

  it("leave the owner's tries alone where he has logged in before, and limit that network too", async () => {
    const logins = inMemory()
    await succeed(logins, "ada@x.example", home)
    expect(await guess(logins, "ada@x.example", abroad)).toBe(10)
    for (let logged = 0; logged < 15; logged++)
      expect(await succeed(logins, "ADA@x.example", home)).toBe("user")
    expect(await guess(logins, "ada@x.example", home)).toBe(10)
    await expect(succeed(logins, "ada@x.example", home)).rejects.toBeInstanceOf(TooManyRequests)
    // Neither another account nor another network is known by that.
    expect(await guess(logins, "bob@x.example", abroad)).toBe(10)
    expect(await guess(logins, "bob@x.example", home)).toBe(0)
    await expect(succeed(logins, "ada@x.example", abroad)).rejects.toBeInstanceOf(TooManyRequests)
  })

  it("know a network for 30 days after its last success, not after its first", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    try {
      const logins = inMemory()
      await succeed(logins, "ada@x.example", home)
      vi.advanceTimersByTime(29 * 24 * 3_600_000)
      await succeed(logins, "ada@x.example", home)
      vi.advanceTimersByTime(29 * 24 * 3_600_000)
      expect(await guess(logins, "ada@x.example", abroad)).toBe(10)
      expect(await succeed(logins, "ada@x.example", home)).toBe("user")
      vi.advanceTimersByTime(31 * 24 * 3_600_000)
      expect(await guess(logins, "ada@x.example", abroad)).toBe(10)
      await expect(succeed(logins, "ada@x.example", home)).rejects.toBeInstanceOf(TooManyRequests)
    } finally {
      vi.useRealTimers()
    }
  })

  it("know no network by a failure", async () => {
    const logins = inMemory()
    await guess(logins, "ada@x.example", home, 5)
    expect(await guess(logins, "ada@x.example", abroad)).toBe(5)
  })

  it("count only failures: successes, 503 and clients that leave give the point back", async () => {
    const logins = inMemory()
    for (let times = 0; times < 150; times++) {
      await succeed(logins, `ada${times % 2}@x.example`, home)
      for (const status of [503, 499])
        await expect(
          logins.attempt({ account: "ada@x.example", address: home }, () =>
            Promise.reject(new PublicError(status, "dropped")),
          ),
        ).rejects.toMatchObject({ status })
    }
    expect(await guess(logins, "ada@x.example", home)).toBe(10)
  })

  it("count 100 failures of a network, and take nothing of it for an account that waits", async () => {
    const logins = inMemory()
    expect(await guess(logins, "ada@x.example", home, 200)).toBe(10)
    let checked = 10
    for (let account = 0; account < 100; account++)
      checked += await guess(logins, `u${account}@x.example`, home, 2)
    expect(checked).toBe(100)
  })

  it("count 1,000 failures of an IPv6 site of 65,536 networks", async () => {
    const logins = inMemory()
    let checked = 0
    for (let at = 0; at < 1_200; at++)
      checked += await guess(logins, `u${at}@x.example`, `2001:db8:1:${at.toString(16)}::1`, 1)
    expect(checked).toBe(1_000)
    expect(await guess(logins, "other@x.example", "2001:db8:2::1", 1)).toBe(1)
  })

  it("have the numbers that are given", async () => {
    const made = new Limits("test", undefined, false).logins({ account: 2, address: 3, seconds: 30 })
    expect(await guess(made, "ada@x.example", home)).toBe(2)
    await expect(succeed(made, "ada@x.example", abroad)).rejects.toMatchObject({ retryAfter: 30 })
    expect(await guess(made, "bob@x.example", home)).toBe(1)
  })

  it("are off where limits are", async () => {
    const made = new Limits("test", undefined, true).logins()
    expect(await guess(made, "ada@x.example", home, 200)).toBe(200)
  })
})

/** A connection that notes the keys that it was sent. */
class NotingRedis implements RedisCommands {
  readonly sent: string[] = []
  readonly #redis = new RedisConnection({ url: process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379" })

  send<Reply>(command: readonly string[]): Promise<Reply> {
    this.sent.push(command.join(" "))
    return this.#redis.send(command)
  }
  stop(): Promise<void> {
    return this.#redis.onStop()
  }
}

describe("the limits of logins in Redis", () => {
  it("know networks for all processes, for 30 days, and write no address in clear", async () => {
    const prefix = `test-${crypto.randomUUID()}`
    const redis = new NotingRedis()
    const [one, other] = [1, 2].map(() => new Limits(prefix, redis, false).logins()) as [
      LoginLimits,
      LoginLimits,
    ]
    await succeed(one, "ada@x.example", home)
    expect(await guess(one, "ada@x.example", abroad)).toBe(10)
    expect(await succeed(other, "ada@x.example", home)).toBe("user")
    const keys = await redis.send<string[]>(["KEYS", `${prefix}:*`])
    expect(keys.length).toBeGreaterThan(3)
    for (const key of keys) {
      expect(key).toMatch(/:[\w-]{43}$/)
      const lifetime = await redis.send<number>(["TTL", key])
      expect(lifetime).toBeGreaterThan(0)
      // The longest wait of 15 minutes is remembered for an hour.
      if (key.includes(":login-account:")) expect(lifetime).toBeGreaterThan(3_500)
      if (key.includes(":known:")) expect(lifetime).toBeGreaterThan(30 * 24 * 3600 - 60)
    }
    expect(redis.sent.join("\n")).not.toMatch(/ada|example|203\.0|198\.51/)
    await redis.send(["DEL", ...keys])
    await redis.stop()
  })

  it("know a network for 30 days after its last success", async () => {
    const prefix = `test-${crypto.randomUUID()}`
    const redis = new NotingRedis()
    const logins = new Limits(prefix, redis, false).logins()
    await succeed(logins, "ada@x.example", home)
    const keys = await redis.send<string[]>(["KEYS", `${prefix}:known:*`])
    expect(keys).toHaveLength(1)
    const lifetime = () => redis.send<number>(["TTL", keys[0]!])
    // As if the first success were almost 30 days ago.
    await redis.send(["EXPIRE", keys[0]!, "60"])
    await guess(logins, "ada@x.example", home, 1)
    expect(await lifetime()).toBeLessThanOrEqual(60)
    await succeed(logins, "ada@x.example", home)
    expect(await lifetime()).toBeGreaterThan(30 * 24 * 3600 - 60)
    await redis.send(["DEL", ...(await redis.send<string[]>(["KEYS", `${prefix}:*`]))])
    await redis.stop()
  })

  it("stay in force in this process while Redis is unavailable", async () => {
    const away = new RedisConnection({ url: "redis://127.0.0.1:1", optional: true })
    const logins = new Limits("test", away, false).logins()
    await succeed(logins, "ada@x.example", home)
    expect(await guess(logins, "ada@x.example", abroad)).toBe(10)
    expect(await succeed(logins, "ada@x.example", home)).toBe("user")
    await away.onStop()
  })
})

describe("the limit of a network", () => {
  const rule = { name: "registration", max: 3, seconds: 60 }
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 201,
      (error: unknown) => (error as PublicError).status,
    )

  it("counts successes, failures and clients that leave, and gives back what was rejected with 503", async () => {
    const limit = new Limits("test", undefined, false).network(rule)
    const fails = (status: number) =>
      outcome(limit.attempt(home, () => Promise.reject(new PublicError(status, "no"))))
    for (let times = 0; times < 10; times++) expect(await fails(503)).toBe(503)
    expect([await fails(409), await fails(499)]).toEqual([409, 499])
    expect(await outcome(limit.attempt(home, async () => "made"))).toBe(201)
    expect(await fails(503)).toBe(429)
    expect(await outcome(limit.attempt(abroad, async () => "made"))).toBe(201)
  })

  it("lets an IPv6 site have ten times what one of its networks has", async () => {
    const limit = new Limits("test", undefined, false).network(rule)
    const statuses: number[] = []
    for (let at = 0; at < 40; at++)
      statuses.push(await outcome(limit.attempt(`2001:db8:1:${at.toString(16)}::1`, async () => "made")))
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})
