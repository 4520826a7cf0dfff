import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RedisConnection } from "@trivet/redis"
import { Limits, TooManyRequests } from "../../src/index.ts"
import { hashOf } from "../../src/limiter.ts"
import type { Attempts } from "./rival.ts"

const url = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"
const prefix = `test-${crypto.randomUUID()}`
const redis = new RedisConnection({ url })
let rivals: readonly ChildProcess[]

async function tell(rival: ChildProcess, attempts: Attempts): Promise<number> {
  const reply = once(rival, "message")
  rival.send(attempts)
  return ((await reply) as [number])[0]
}

beforeAll(async () => {
  rivals = [1, 2].map(() =>
    fork(`${import.meta.dirname}/rival.ts`, [url, prefix], { execArgv: ["--conditions=@trivet/source"] }),
  )
  await Promise.all(rivals.map((rival) => once(rival, "message")))
})

afterAll(async () => {
  for (const rival of rivals) rival.kill()
  const keys = await redis.send<string[]>(["KEYS", `${prefix}:*`])
  if (keys.length > 0) await redis.send(["DEL", ...keys])
  await redis.onStop()
})

describe("limits over two processes", () => {
  it("let exactly 10 of 500 attempts at once through, ten times", async () => {
    for (let round = 0; round < 10; round++) {
      const told = { name: "login", key: `k${round}`, attempts: 250, releases: 0 }
      const passed = await Promise.all(rivals.map((rival) => tell(rival, told)))
      expect(passed[0]! + passed[1]!).toBe(10)
    }
  })

  it("give every key a lifetime", async () => {
    const keys = await redis.send<string[]>(["KEYS", `${prefix}:*`])
    expect(keys).toHaveLength(10)
    for (const key of keys) {
      const left = await redis.send<number>(["PTTL", key])
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(60_000)
    }
  })

  it("give back exactly what was taken", async () => {
    for (let round = 0; round < 10; round++) {
      const told = { name: "login", key: `back${round}`, attempts: 5, releases: 1 }
      expect(await Promise.all(rivals.map((rival) => tell(rival, told)))).toEqual([5, 5])
      expect(await redis.send(["HGET", `${prefix}:limit:login:${hashOf(`back${round}`)}`, "taken"])).toBe("0")
    }
  })

  it("let exactly 10 of 500 attempts at once through where the wait grows, ten times", async () => {
    for (let round = 0; round < 10; round++) {
      const told = { name: "growing", key: `k${round}`, attempts: 250, releases: 0, maxSeconds: 900 }
      const passed = await Promise.all(rivals.map((rival) => tell(rival, told)))
      expect(passed[0]! + passed[1]!).toBe(10)
    }
  })

  it("count for this process what they count for the others", async () => {
    const limiter = new Limits(prefix, redis, false).limiter({ name: "login", max: 10, seconds: 60 })
    await expect(limiter.reserve("k0")).rejects.toBeInstanceOf(TooManyRequests)
    expect((await limiter.reserve("fresh")).remaining).toBe(9)
  })
})
