import { describe, expect, it } from "vitest"
import type { Context } from "../context/context.ts"
import { events } from "../http/events.ts"
import { get, routes } from "../module/routes/make-route.ts"
import { module } from "../module/module.ts"
import { dto } from "../schema/dto/dto.ts"
import { createTestApp } from "../testing/create-test-app.ts"
import { TestClock } from "../testing/test-clock.ts"
import { topicsCases } from "../testing/topics-cases.ts"
import { MemoryTopics } from "./memory-topics.ts"
import type { Subscription } from "./topic-message.ts"
import type { TopicReader } from "./topic-reader.ts"

const call = (last = "") => ({ signal: new AbortController().signal, header: () => last })

describe.each([100, 10, 0])("MemoryTopics that keep %s messages", (history) => {
  it.each(topicsCases({ make: () => new MemoryTopics({ history, buffer: 50 }), history }))(
    "$name",
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )
})

describe("MemoryTopics", () => {
  it("forgets the messages of a topic in which nothing was published for long", async () => {
    const clock = new TestClock()
    const topics = new MemoryTopics({ clock, historySeconds: 60 })
    const id = await topics.publish("a", 1)
    clock.advance({ seconds: 59 })
    expect((await topics.subscribe(call(id), "a")).missed).toBe(false)
    clock.advance({ seconds: 2 })
    expect((await topics.subscribe(call(id), "a")).missed).toBe(true)
  })

  it("keeps the messages of 10,000 topics at most", async () => {
    const topics = new MemoryTopics()
    const first = await topics.publish("first", 1)
    const second = await topics.publish("second", 1)
    for (let at = 0; at < 9_999; at++) await topics.publish(`topic:${at}`, 1)
    expect((await topics.subscribe(call(first), "first")).missed).toBe(true)
    expect((await topics.subscribe(call(second), "second")).missed).toBe(false)
  })

  it("validates and types messages with a schema", async () => {
    const topics = new MemoryTopics()
    const messages = await topics.subscribe(call(), "a", dto({ cents: "required,integer" }))
    await topics.publish("a", { cents: 7, more: true })
    await topics.publish("a", { cents: "seven" })
    const seen: number[] = []
    const reading = (async () => {
      for await (const { data } of messages) {
        // @ts-expect-error it has no euros
        expect(data.euros).toBeUndefined()
        seen.push(data.cents)
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: "TOPIC_MESSAGE_INVALID" })
    expect(seen).toEqual([7])
  })

  it("is forgotten by its socket when a subscription ends before it", async () => {
    const topics = new MemoryTopics()
    const kept = new Set<unknown>()
    const onEnd = (subscription: { end(): void }) => void kept.add(subscription)
    const offEnd = (subscription: { end(): void }) => void kept.delete(subscription)
    for (let count = 0; count < 10; count++) {
      const subscription = await topics.subscribe({ ...call(), onEnd, offEnd }, "a")
      expect(kept.size).toBe(1)
      await subscription[Symbol.asyncIterator]().return!()
    }
    expect(kept.size).toBe(0)
  })

  it("ends a subscription with its call, also if its messages were never read", async () => {
    const readers: TopicReader[] = []
    class WatchedTopics extends MemoryTopics {
      protected override listen(topic: string, after: string | undefined, reader: TopicReader) {
        readers.push(reader)
        return super.listen(topic, after, reader)
      }
    }
    class Watching {
      readonly #topics = new WatchedTopics()
      routes() {
        return routes([get("/watch", this.watch)])
      }
      async watch(ctx: Context) {
        return events(changed(await this.#topics.subscribe(ctx, "a")))
      }
    }
    async function* changed(messages: Subscription) {
      for await (const { data } of messages) yield { data: [data] }
    }
    const app = await createTestApp(module({ name: "watching", declarations: [Watching] }))
    expect((await app.request("HEAD", "/watch")).status).toBe(200)
    expect(readers.map(({ isClosed }) => isClosed)).toEqual([true])
    await app.stop()
  })

  it.each([{ history: -1 }, { history: 0.5 }, { buffer: 0 }, { historySeconds: Number.NaN }])(
    "rejects the options %j",
    (options) => {
      expect(() => new MemoryTopics(options)).toThrow(/no whole number/)
    },
  )
})
