import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RedisConnection, RedisTopics } from "../../src/index.ts"
import { PrivateRedis } from "../../src/testing.ts"

interface Numbered {
  readonly name: string
  readonly at: number
}

const folder = mkdtempSync(join(tmpdir(), "trivet-topics-"))
const durable = ["--appendonly", "yes", "--appendfsync", "always", "--dir", folder]
const names = ["one", "two"]
let redis: PrivateRedis
let connection: RedisConnection
const children: ChildProcess[] = []

beforeAll(async () => {
  redis = await PrivateRedis.start(durable)
  connection = new RedisConnection({ url: redis.url })
})
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await connection?.onStop()
  await redis?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const call = () => ({ signal: new AbortController().signal, header: () => "" })

async function startPublisher(name: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "publisher.ts"), [redis.url, "outages", name], {
    execArgv: ["--conditions=@trivet/source"],
  })
  children.push(child)
  await once(child, "message")
  return child
}

async function stopPublisher(child: ChildProcess): Promise<readonly number[]> {
  const told = once(child, "message")
  child.send("end")
  const [acknowledged] = (await told) as [readonly number[]]
  return acknowledged
}

describe("a Redis that is killed and started again, with an append-only file", () => {
  it("loses no message that was acknowledged, repeats none, and keeps the order of each process", async () => {
    const topics = new RedisTopics(connection, "outages", { history: 20_000, buffer: 20_000 })
    const seen = new Map<string, number[]>(names.map((name) => [name, []]))
    const subscription = await topics.subscribe(call(), "numbers")
    const reading = (async () => {
      for await (const { data } of subscription) {
        const { name, at } = data as Numbered
        seen.get(name)!.push(at)
      }
    })()
    const publishers = await Promise.all(names.map(startPublisher))
    for (let round = 0; round < 3; round++) {
      await sleep(300)
      await redis.stop("SIGKILL")
      await sleep(100)
      await redis.start()
      // Messages come again, over a new connection.
      const before = seen.get("one")!.length
      await expect.poll(() => seen.get("one")!.length, { timeout: 10_000 }).toBeGreaterThan(before)
    }
    for (const name of names)
      await expect.poll(() => seen.get(name)!.length, { timeout: 30_000 }).toBeGreaterThan(100)
    const acknowledged = await Promise.all(publishers.map(stopPublisher))
    for (const [at, name] of names.entries()) {
      const last = acknowledged[at]!.at(-1)
      await expect.poll(() => seen.get(name)!.includes(last!), { timeout: 10_000 }).toBe(true)
      const numbers = seen.get(name)!
      expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right))
      const arrived = new Set(numbers)
      expect(acknowledged[at]!.filter((one) => !arrived.has(one))).toEqual([])
    }
    await redis.stop()
    expect(await Promise.race([reading, sleep(200, "open")])).toBe("open")
    await redis.start()
  }, 120_000)

  it("ends a subscription that lost messages, instead of going on without them", async () => {
    const few = new RedisTopics(connection, "few", { history: 5 })
    const none = new RedisTopics(connection, "none", { history: 0 })
    await expect.poll(() => few.publish("a", 0).catch(() => undefined)).toBeDefined()
    // Channels have a connection of their own, which may come back later.
    await expect.poll(() => none.subscribe(call(), "b").catch(() => undefined)).toBeDefined()
    const subscriptions = await Promise.all([few, none].map((topics) => topics.subscribe(call(), "a")))
    const codes = subscriptions.map(async (subscription) => {
      try {
        for await (const _ of subscription);
        return "ended"
      } catch (error) {
        return (error as { readonly code?: unknown }).code
      }
    })
    await few.publish("a", 1)
    await redis.stop()
    // Written at another port, where no reader is connected before all of it is there.
    const other = await PrivateRedis.start(durable)
    const writer = new RedisConnection({ url: other.url })
    const key = "few:topic:a"
    await writer.send(["DEL", key])
    for (let at = 0; at < 5; at++) await writer.send(["XADD", key, "*", "d", String(at)])
    await writer.onStop()
    await other.stop()
    await redis.start()
    expect(await Promise.all(codes)).toEqual(["TOPIC_MESSAGES_MISSED", "TOPIC_MESSAGES_MISSED"])
  }, 20_000)

  it("makes publishing and subscribing fail at once while it is gone", async () => {
    const topics = new RedisTopics(connection, "gone")
    await expect.poll(() => topics.publish("a", 0).catch(() => undefined)).toBeDefined()
    await redis.stop()
    await expect
      .poll(() =>
        topics.publish("a", 1).then(
          () => 0,
          (error: { status: number }) => error.status,
        ),
      )
      .toBe(503)
    await expect
      .poll(() =>
        topics.subscribe(call(), "a").then(
          () => 0,
          (error: { status: number }) => error.status,
        ),
      )
      .toBe(503)
    await redis.start()
    await expect.poll(() => topics.publish("a", 2).catch(() => undefined), { timeout: 10_000 }).toBeDefined()
  }, 20_000)
})
