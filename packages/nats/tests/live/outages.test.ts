import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { jetstream, jetstreamManager } from "@nats-io/jetstream"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Subscription } from "trivet"
import { NatsConnection, NatsTopics } from "../../src/index.ts"
import { PrivateNats } from "../../src/testing.ts"

let server: PrivateNats
let connection: NatsConnection

let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "trivet-nats-"))
  server = await PrivateNats.start(["-js", "-sd", folder])
  connection = new NatsConnection({ url: server.url, timeout: 500, connectTimeout: 500 })
  await connection.onStart()
})
afterEach(async () => {
  await connection.onStop()
  await server.stop()
  server.forget()
  rmSync(folder, { recursive: true, force: true })
})

const call = (last = "") => ({ signal: new AbortController().signal, header: () => last })

/** Reads until the end. Returns what it had, and the code of the fault. */
async function readAll(subscription: Subscription): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  try {
    for await (const { data } of subscription) seen.push(data)
    return [...seen, "ended"]
  } catch (error) {
    return [...seen, (error as { readonly code?: unknown }).code]
  }
}

async function statusOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 200,
    (error: { readonly status?: unknown }) => error.status,
  )
}

/** Kills the server, and starts it again when another process has published: here with its data, at another port. */
async function publishMeanwhile(prefix: string, count: number): Promise<void> {
  await server.stop()
  const other = await PrivateNats.start(["-js", "-sd", folder])
  const own = new NatsConnection({ url: other.url })
  const stream = jetstream(await own.client())
  for (let at = 0; at < count; at++) await stream.publish(`${prefix}.topic.a`, String(at))
  await own.onStop()
  await other.stop()
  other.forget()
  await server.start()
}

describe("a NATS that is killed and started again", () => {
  it("ends a subscription that lost messages, instead of going on without them", async () => {
    const few = new NatsTopics(connection, "few", { history: 5 })
    const none = new NatsTopics(connection, "none", { history: 0 })
    const subscriptions = await Promise.all([few, none].map((topics) => topics.subscribe(call(), "a")))
    const read = subscriptions.map(readAll)
    for (const topics of [few, none]) await topics.publish("a", "first")
    // As many as are kept: there may have been more.
    await publishMeanwhile("few", 5)
    expect(await Promise.all(read)).toEqual([
      ["first", "TOPIC_MESSAGES_MISSED"],
      ["first", "TOPIC_MESSAGES_MISSED"],
    ])
  })

  it("gives what others published meanwhile, few or many, without a further message", async () => {
    const topics = new NatsTopics(connection, "some", { history: 400 })
    for (const count of [3, 300]) {
      const own = new AbortController()
      const subscription = await topics.subscribe({ signal: own.signal, header: () => "" }, "a")
      await publishMeanwhile("some", count)
      const seen: unknown[] = []
      for await (const { data } of subscription) if (seen.push(data) === count) break
      expect(seen).toEqual(Array.from({ length: count }, (_, at) => at))
      own.abort()
    }
  })

  it("ends subscriptions if it comes back without its data, and says so to those that resume", async () => {
    const topics = new NatsTopics(connection, "empty")
    const id = await topics.publish("a", 1)
    const read = readAll(await topics.subscribe(call(), "a"))
    await server.stop()
    rmSync(folder, { recursive: true })
    await server.start()
    expect(await read).toEqual(["TOPIC_MESSAGES_MISSED"])
    await expect.poll(() => statusOf(topics.publish("a", 2))).toBe(200)
    expect((await topics.subscribe(call(id), "a")).missed).toBe(true)
  })

  it("makes publishing and subscribing fail at once while it is gone", async () => {
    const topics = new NatsTopics(connection, "gone")
    await topics.publish("a", 0)
    await server.stop()
    await expect.poll(() => connection.ready).toBe(false)
    const began = performance.now()
    for (let at = 0; at < 100; at++) {
      expect(await statusOf(topics.publish("a", 1))).toBe(503)
      expect(await statusOf(topics.subscribe(call(), "a"))).toBe(503)
    }
    // None of them waited for a reply, which takes 500 ms.
    expect(performance.now() - began).toBeLessThan(20_000)
    await expect(connection.onHealth()).rejects.toMatchObject({ status: 503 })
    await server.start()
    await expect.poll(() => statusOf(topics.publish("a", 2))).toBe(200)
    expect(await connection.onHealth()).toBeUndefined()
  })

  it("answers nothing while it is frozen, and then goes on", async () => {
    const topics = new NatsTopics(connection, "frozen")
    const subscription = await topics.subscribe(call(), "a")
    server.freeze()
    // The server may answer until the signal has reached all its threads.
    await expect.poll(() => statusOf(topics.publish("a", "unsure"))).toBe(503)
    await expect(connection.onHealth()).rejects.toMatchObject({ status: 503 })
    server.thaw()
    await expect.poll(() => statusOf(topics.publish("a", "sure"))).toBe(200)
    for await (const { data } of subscription) if (data === "sure") break
  })
})

describe("a stream that somebody deletes", () => {
  it("ends subscriptions with the next messages, and is made again", async () => {
    const topics = new NatsTopics(connection, "deleted")
    for (let at = 0; at < 3; at++) await topics.publish("a", at)
    const read = readAll(await topics.subscribe(call(), "a"))
    await topics.publish("a", 3)
    const { streams } = await jetstreamManager(await connection.client())
    await streams.delete("deleted-topics")
    await expect.poll(() => statusOf(topics.publish("a", 4))).toBe(200)
    expect(await read).toEqual([3, "TOPIC_MESSAGES_MISSED"])
  })
})

describe("a message without a number", () => {
  it("is ignored: the stream has not sent it", async () => {
    const topics = new NatsTopics(connection, "own")
    const subscription = await topics.subscribe(call(), "a")
    const client = await connection.client()
    client.publish("own.live.a", JSON.stringify("forged"))
    await topics.publish("a", "real")
    for await (const { data } of subscription) {
      expect(data).toBe("real")
      break
    }
  })
})
