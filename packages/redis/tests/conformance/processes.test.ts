import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RedisConnection, RedisKeyValue } from "../../src/index.ts"
import type { Result, Task } from "./contender.ts"
import { places } from "./places.ts"
import { removeKeys, testPrefix } from "./test-redis.ts"

async function tell(contender: ChildProcess, task: Task): Promise<Result> {
  const reply = once(contender, "message")
  contender.send(task)
  return ((await reply) as [Result])[0]
}

const sum = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce<number>((total, one) => total + (one ?? 0), 0)

describe.each(places)("two processes on $name", ({ start, share }) => {
  const prefix = testPrefix()
  let place: Awaited<ReturnType<typeof start>>
  let connection: RedisConnection
  let store: RedisKeyValue
  let contenders: readonly ChildProcess[]

  /** Both at once. */
  function tellAll(task: Task): Promise<Result[]> {
    return Promise.all(contenders.map((contender) => tell(contender, task)))
  }

  beforeAll(async () => {
    place = await start()
    connection = new RedisConnection({ url: place.url })
    store = new RedisKeyValue(connection, prefix)
    contenders = [1, 2].map(() =>
      fork(`${import.meta.dirname}/contender.ts`, [place.url, prefix], {
        execArgv: ["--conditions=@trivet/source"],
      }),
    )
    await Promise.all(contenders.map((contender) => once(contender, "message")))
  })

  afterAll(async () => {
    for (const contender of contenders) contender.kill()
    await connection.onStop()
    await removeKeys(prefix)
    await place.stop()
  })

  it(`give a value to exactly one of 50 takers, ${200 * share} times`, async () => {
    const winners: number[] = []
    for (let round = 0; round < 200 * share; round++) {
      await store.set(`take${round}`, "once")
      const results = await tellAll({ work: "take", key: `take${round}`, callers: 25 })
      winners.push(sum(results.map(({ won }) => won)))
    }
    expect(winners).toEqual(Array.from({ length: 200 * share }, () => 1))
  })

  it(`let exactly one of 50 adders succeed, ${200 * share} times`, async () => {
    const winners: number[] = []
    for (let round = 0; round < 200 * share; round++) {
      const results = await tellAll({ work: "add", key: `add${round}`, callers: 25 })
      winners.push(sum(results.map(({ won }) => won)))
    }
    expect(winners).toEqual(Array.from({ length: 200 * share }, () => 1))
  })

  it(`count exactly under ${5_000 * share} increments each`, async () => {
    await tellAll({ work: "increment", key: "count", callers: 5_000 * share })
    expect(await store.get("count")).toBe(String(10_000 * share))
    expect(await connection.send<number>(["TTL", `${prefix}:kv:count`])).toBeGreaterThan(590)
  })

  it(`compute once for 1,000 callers on a cold key, ${20 * share} times`, async () => {
    for (let round = 0; round < 20 * share; round++) {
      const task: Task = {
        work: "remember",
        key: `cold${round}`,
        callers: 500,
        value: `v${round}`,
        takes: 40,
      }
      const results = await tellAll(task)
      expect(sum(results.map(({ computed }) => computed))).toBe(1)
      expect(results.flatMap(({ values }) => values)).toEqual([`v${round}`, `v${round}`])
    }
  })

  it("do not keep in one what was computed before the other deleted it", async () => {
    const [first, second] = contenders as [ChildProcess, ChildProcess]
    const computing = tell(first, { work: "remember", key: "changed", value: "old", takes: 300 })
    await sleep(100)
    await tell(second, { work: "delete", key: "changed" })
    expect(await computing).toEqual({ computed: 1, values: ["old"] })
    expect(await tell(second, { work: "get", key: "changed" })).toEqual({ values: [null] })
    const again = await tell(second, { work: "remember", key: "changed", value: "new", takes: 0 })
    expect(again).toEqual({ computed: 1, values: ["new"] })
  })

  it("wait for a computation no longer than its process lives and its lease lasts", async () => {
    // A process that ends while it computes leaves its lease; another takes over when that has run out.
    await connection.send(["SET", `${prefix}:lease:{:orphan}`, "gone", "PX", "400"])
    const began = performance.now()
    const [first] = contenders as [ChildProcess]
    const got = await tell(first, { work: "remember", key: "orphan", value: "mine", takes: 0 })
    expect(got).toEqual({ computed: 1, values: ["mine"] })
    expect(performance.now() - began).toBeGreaterThan(300)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
