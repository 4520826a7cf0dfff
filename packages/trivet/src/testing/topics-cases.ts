import type { Subscription } from "../topic/topic-message.ts"
import type { Topics } from "../topic/topics.ts"
import { type ConformanceCase, expectEqual } from "./conformance.ts"

/** The carrier that `topicsCases()` tests. */
export interface TopicsSubject {
  /** Makes the carrier, with `buffer: 50`. It may carry other topics: each test uses topics of its own. */
  make(): Promise<Topics> | Topics
  /** How many messages of a topic it keeps, at most 100; 0 for none. */
  readonly history: number
}

/** The part of a call that a subscription uses. */
function call(lastEventId = "") {
  const controller = new AbortController()
  return { signal: controller.signal, header: () => lastEventId, end: () => controller.abort() }
}

/** Reads some messages. */
async function take(subscription: Subscription, count: number): Promise<{ id: string; data: unknown }[]> {
  const taken: { id: string; data: unknown }[] = []
  for await (const { id, data } of subscription) if (taken.push({ id, data }) === count) break
  return taken
}

const dataOf = (messages: readonly { readonly data: unknown }[]) => messages.map(({ data }) => data)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (error as { readonly code?: unknown }).code,
  )
}

/** Returns the tests that every `Topics` must pass: `for (const { name, run } of topicsCases({ … })) it(name, run)`. */
export function topicsCases(subject: TopicsSubject): readonly ConformanceCase[] {
  const aCase = (name: string, run: (topics: Topics, topic: string) => Promise<void>): ConformanceCase => ({
    name,
    run: async () => run(await subject.make(), `case:${crypto.randomUUID()}`),
  })
  return [
    ...liveCases(aCase),
    ...endCases(aCase),
    ...(subject.history > 0 ? resumeCases(aCase, subject) : []),
  ]
}

type MakeCase = (name: string, run: (topics: Topics, topic: string) => Promise<void>) => ConformanceCase

function liveCases(aCase: MakeCase): readonly ConformanceCase[] {
  return [
    aCase("gives every message to every reader, in order", async (topics, topic) => {
      const readers = await Promise.all([1, 2, 3].map(() => topics.subscribe(call(), topic)))
      const reading = readers.map((reader) => take(reader, 40))
      for (const at of numbers(1, 40)) await topics.publish(topic, at)
      for (const read of reading) expectEqual(dataOf(await read), numbers(1, 40), "messages")
    }),
    aCase("has the ids that publish() returned", async (topics, topic) => {
      const reader = await topics.subscribe(call(), topic)
      const ids = [await topics.publish(topic, 1), await topics.publish(topic, 2)]
      expectEqual(
        (await take(reader, 2)).map(({ id }) => id),
        ids,
        "ids",
      )
    }),
    aCase(
      "keeps what comes before a reader reads, and has nothing from before it subscribed",
      async (topics, topic) => {
        await topics.publish(topic, "before")
        const reader = await topics.subscribe(call(), topic)
        expectEqual(reader.missed, false, "missed")
        for (const at of numbers(1, 50)) await topics.publish(topic, at)
        expectEqual(dataOf(await take(reader, 50)), numbers(1, 50), "messages")
      },
    ),
    aCase("keeps topics apart, whatever they are called", async (topics, topic) => {
      const names = [
        topic,
        `${topic}:`,
        `${topic} a`,
        `${topic}.b`,
        `${topic}{c}`,
        `${topic}ü🙂`,
        `${topic}#`,
      ]
      const readers = await Promise.all(names.map((name) => topics.subscribe(call(), name)))
      for (const name of names) await topics.publish(name, name)
      for (const [at, reader] of readers.entries())
        expectEqual(dataOf(await take(reader, 1)), [names[at]], `messages of ${names[at]}`)
    }),
    aCase("carries every value that JSON has", async (topics, topic) => {
      const values = [null, false, 0, "", "ü🙂\n\u2028\0", [1, [2]], { a: { b: null } }, "x".repeat(200_000)]
      const reader = await topics.subscribe(call(), topic)
      for (const value of values) await topics.publish(topic, value)
      expectEqual(dataOf(await take(reader, values.length)), values, "messages")
    }),
    aCase("rejects names that could mean something else, and what is no message", async (topics, topic) => {
      const names = [
        "",
        "a\nb",
        "a\0",
        "a*",
        "a?",
        "[a]",
        "a\\b",
        "a.>",
        "a\ud800",
        "a\u2028",
        "a".repeat(201),
      ]
      for (const name of names) {
        expectEqual(
          await failureOf(topics.publish(name, 1)),
          "TOPIC_INVALID",
          `publish ${JSON.stringify(name)}`,
        )
        expectEqual(await failureOf(topics.subscribe(call(), name)), "TOPIC_INVALID", "subscribe")
      }
      for (const message of [undefined, () => 1, "x".repeat(300_000)])
        expectEqual(await failureOf(topics.publish(topic, message)), "TOPIC_MESSAGE_INVALID", "publish")
    }),
  ]
}

function endCases(aCase: MakeCase): readonly ConformanceCase[] {
  return [
    aCase("ends with the call, also while it waits", async (topics, topic) => {
      const own = call()
      const reader = await topics.subscribe(own, topic)
      const reading = take(reader, 1)
      own.end()
      expectEqual(await reading, [], "messages")
      await topics.publish(topic, 1)
      expectEqual(await take(reader, 1), [], "messages after the end")
      expectEqual(await take(await topics.subscribe(own, topic), 1), [], "messages of a call that has ended")
    }),
    aCase("ends when its loop is left", async (topics, topic) => {
      const reader = await topics.subscribe(call(), topic)
      await topics.publish(topic, 1)
      await topics.publish(topic, 2)
      expectEqual(dataOf(await take(reader, 1)), [1], "messages")
      expectEqual(await take(reader, 1), [], "messages after the end")
    }),
    aCase("ends with a fault if its reader is too slow, and leaves others alone", async (topics, topic) => {
      const slow = await topics.subscribe(call(), topic)
      const quick = await topics.subscribe(call(), topic)
      const messages = quick[Symbol.asyncIterator]()
      for (const at of numbers(1, 400)) {
        await topics.publish(topic, at)
        // One at a time: many may arrive together, and a reader that had no turn meanwhile would be too slow as well.
        const { value } = (await messages.next()) as IteratorYieldResult<{ readonly data: unknown }>
        expectEqual(value.data, at, "message of the quick one")
      }
      const seen: unknown[] = []
      const code = await failureOf(
        (async () => {
          for await (const { data } of slow) seen.push(data)
        })(),
      )
      expectEqual(code, "TOPIC_READER_SLOW", "fault")
      expectEqual(seen, numbers(1, seen.length), "messages before the fault")
      if (seen.length < 50 || seen.length > 200)
        throw new Error(`the slow reader had ${seen.length} messages`)
    }),
  ]
}

function resumeCases(aCase: MakeCase, { history }: TopicsSubject): readonly ConformanceCase[] {
  return [
    aCase("resumes after a message, and goes on with new ones", async (topics, topic) => {
      const ids: string[] = []
      for (const at of numbers(1, 5)) ids.push((await topics.publish(topic, at))!)
      const reader = await topics.subscribe(call(ids[1]), topic)
      expectEqual(reader.missed, false, "missed")
      for (const at of numbers(6, 8)) await topics.publish(topic, at)
      expectEqual(dataOf(await take(reader, 6)), numbers(3, 8), "messages")
      const last = await topics.subscribe(call(ids[4]), topic)
      expectEqual(last.missed, false, "missed")
      expectEqual(dataOf(await take(last, 3)), numbers(6, 8), "messages after the fifth")
    }),
    aCase("says that messages are missing when the last one is no longer kept", async (topics, topic) => {
      const first = await topics.publish(topic, 0)
      for (const at of numbers(1, history)) await topics.publish(topic, at)
      const reader = await topics.subscribe(call(first), topic)
      expectEqual(reader.missed, true, "missed")
      expectEqual(dataOf(await take(reader, history)), numbers(1, history), "messages")
      for (const id of ["1-1", "abc", "9".repeat(99), "1-1\n"])
        expectEqual((await topics.subscribe(call(id), topic)).missed, true, `missed after ${id}`)
    }),
    aCase("loses and repeats nothing when it resumes while messages are published", async (topics, topic) => {
      let id = await topics.publish(topic, 0)
      const seen: unknown[] = []
      const publishing = (async () => {
        for (const at of numbers(1, 300)) {
          // Publishes no further ahead than the history reaches.
          while (at - seen.length > history / 2) await new Promise((go) => setTimeout(go, 1))
          await topics.publish(topic, at)
        }
      })()
      while (seen.length < 300) {
        const count = Math.min(5 - (seen.length % 3), 300 - seen.length)
        const messages = await take(await topics.subscribe(call(id), topic), count)
        seen.push(...dataOf(messages))
        id = messages.at(-1)!.id
      }
      await publishing
      expectEqual(seen, numbers(1, 300), "messages")
    }),
  ]
}
