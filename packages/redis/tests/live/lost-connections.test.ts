import type { TopicMessage } from "trivet"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RedisConnection, RedisTopics, RedisUnavailable } from "../../src/index.ts"
import { PrivateRedis } from "../../src/testing.ts"

let redis: PrivateRedis
let connection: RedisConnection
/** Another one, so that no command of the test counts among those of the topics. */
let operator: RedisConnection
beforeAll(async () => {
  redis = await PrivateRedis.start()
  connection = new RedisConnection({ url: redis.url })
  operator = new RedisConnection({ url: redis.url.replace("://", "://operator:operator@") })
  await connection.send(["ACL", "SETUSER", "operator", "on", ">operator", "~*", "&*", "+@all"])
})
afterAll(async () => {
  await connection?.onStop()
  await operator?.onStop()
  await redis?.stop()
})

const call = () => ({ signal: new AbortController().signal, header: () => "" })
const tell = (...command: readonly string[]) => operator.send(command)

/** Ends the connection on which messages come. */
async function cutMessages(): Promise<void> {
  expect(await tell("CLIENT", "KILL", "TYPE", "pubsub")).toBe(1)
}

/** How often streams were read, with success or not. */
async function countReads(): Promise<number> {
  const found = /^cmdstat_xrange:calls=(\d+).*rejected_calls=(\d+)/m.exec(
    String(await tell("INFO", "commandstats")),
  )
  return found === null ? 0 : Number(found[1]) + Number(found[2])
}

describe("readers whose connection was lost", () => {
  const prepared: readonly (readonly [
    name: string,
    broken: readonly string[],
    repaired: readonly string[],
  ])[] = [
    ["WRONGTYPE", ["SET", "wrong:topic:a", "no stream"], ["DEL", "wrong:topic:a"]],
    ["NOPERM", ["ACL", "SETUSER", "default", "-xrange"], ["ACL", "SETUSER", "default", "+xrange"]],
  ]
  it.each(prepared)(
    "end with an error if Redis answers %s, after one read",
    async (name, broken, repaired) => {
      const topics = new RedisTopics(connection, "wrong")
      const reader = (await topics.subscribe(call(), "a"))[Symbol.asyncIterator]()
      const next = reader.next().catch((error: unknown) => error)
      await tell(...broken)
      const before = await countReads()
      await cutMessages()
      const error = await next
      expect(error).toBeInstanceOf(RedisUnavailable)
      expect(String((error as Error).cause)).toContain(name)
      expect((await countReads()) - before).toBe(1)
      await tell(...repaired)
    },
  )

  it("read a topic once for all of them", async () => {
    const topics = new RedisTopics(connection, "many")
    await topics.publish("a", 0)
    const subscriptions = await Promise.all(
      Array.from({ length: 3_000 }, () => topics.subscribe(call(), "a")),
    )
    const readers = subscriptions.map((subscription) => subscription[Symbol.asyncIterator]())
    const before = await countReads()
    await cutMessages()
    await topics.publish("a", 1)
    const seen = await Promise.all(
      readers.map(async (reader) => {
        const { value } = (await reader.next()) as IteratorResult<TopicMessage, undefined>
        return value?.data
      }),
    )
    expect(seen).toEqual(seen.map(() => 1))
    const reads = (await countReads()) - before
    console.log(`${readers.length} readers of one topic read it ${reads} times after a lost connection`)
    expect(reads).toBeLessThanOrEqual(3)
    for (const reader of readers) await reader.return?.()
  })
})
