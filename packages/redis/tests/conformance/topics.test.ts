import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { topicsCases } from "trivet/testing"
import { RedisConnection, RedisTopics } from "../../src/index.ts"
import { places } from "./places.ts"
import { removeKeys, testPrefix } from "./test-redis.ts"

describe.each(places)("on $name", ({ start }) => {
  const prefix = testPrefix()
  let place: Awaited<ReturnType<typeof start>>
  let connection: RedisConnection

  beforeAll(async () => {
    place = await start()
    connection = new RedisConnection({ url: place.url, timeout: 10_000 })
  })
  afterAll(async () => {
    await connection.onStop()
    await removeKeys(prefix)
    await place.stop()
  })

  describe.each([100, 10, 0])("RedisTopics that keep %s messages", (history) => {
    it.each(
      topicsCases({ make: () => new RedisTopics(connection, prefix, { history, buffer: 50 }), history }),
    )("$name", async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    })
  })

  it("keeps messages under its prefix, as many and as long as it is told", async () => {
    const topics = new RedisTopics(connection, prefix, { history: 3, historySeconds: 60 })
    for (let at = 0; at < 5; at++) await topics.publish("few", at)
    expect(await connection.send(["XLEN", `${prefix}:topic:few`])).toBe(3)
    const left = await connection.send<number>(["PTTL", `${prefix}:topic:few`])
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
    await new RedisTopics(connection, prefix, { history: 0 }).publish("none", 1)
    expect(await connection.send(["EXISTS", `${prefix}:topic:none`])).toBe(0)
  })
})
