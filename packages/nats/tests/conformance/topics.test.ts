import { jetstreamManager } from "@nats-io/jetstream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { topicsCases } from "trivet/testing"
import { NatsConnection, NatsTopics } from "../../src/index.ts"
import { PrivateNats } from "../../src/testing.ts"

let server: PrivateNats
let connection: NatsConnection

beforeAll(async () => {
  server = await PrivateNats.start()
  connection = new NatsConnection({ url: server.url, timeout: 10_000 })
})
afterAll(async () => {
  await connection.onStop()
  await server.stop()
  server.forget()
})

describe.each([100, 10, 0])("NatsTopics that keep %s messages", (history) => {
  it.each(
    topicsCases({
      make: () => new NatsTopics(connection, `keep-${history}`, { history, buffer: 50 }),
      history,
    }),
  )("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe("the stream of NatsTopics", () => {
  it("keeps as many messages, and for as long, as it is told; also when that changes", async () => {
    const { streams } = await jetstreamManager(await connection.client())
    for (const history of [3, 2]) {
      const topics = new NatsTopics(connection, "few", { history, historySeconds: 60 })
      for (let at = 0; at < 5; at++) await topics.publish("a", at)
      const { config, state } = await streams.info("few-topics")
      expect(state.messages).toBe(history)
      expect(config.max_age).toBe(60 * 1e9)
    }
  })

  it("is not made for topics without history", async () => {
    await new NatsTopics(connection, "none", { history: 0 }).publish("a", 1)
    const { streams } = await jetstreamManager(await connection.client())
    await expect(streams.info("none-topics")).rejects.toThrow(/not found/)
  })
})
