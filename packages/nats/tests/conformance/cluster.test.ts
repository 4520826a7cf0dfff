import { jetstreamManager } from "@nats-io/jetstream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { topicsCases } from "trivet/testing"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { NatsConnection, NatsTopics } from "../../src/index.ts"
import { PrivateNats } from "../../src/testing.ts"

const replicas = 3
let servers: readonly PrivateNats[]
let connection: NatsConnection

beforeAll(async () => {
  const ports = await Promise.all([1, 2, 3].map(() => freePort()))
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`)
  const args = ["-js", "--cluster_name", "test", "--routes", routes.join(",")]
  servers = await Promise.all(
    routes.map((route, at) => PrivateNats.start([...args, "--cluster", route, "-n", `server-${at}`])),
  )
  const url = `nats://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`
  connection = new NatsConnection({ url, timeout: 2_000, startWait: 60_000 })
  await connection.onStart()
})
afterAll(async () => {
  await connection?.onStop()
  for (const server of servers ?? []) {
    await server.stop()
    server.forget()
  }
})

const call = () => ({ signal: new AbortController().signal, header: () => "" })

describe("NatsTopics on a cluster, with three replicas", () => {
  it("waits at its start until the cluster has a leader", async () => {
    await new NatsTopics(connection, "cluster", { history: 100, buffer: 50, replicas }).onStart()
    const { streams } = await jetstreamManager(await connection.client())
    expect((await streams.info("cluster-topics")).config.num_replicas).toBe(3)
  })

  it.each(
    topicsCases({
      make: () => new NatsTopics(connection, "cluster", { history: 100, buffer: 50, replicas }),
      history: 100,
    }),
  )("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("goes on when the server is killed that leads the stream", async () => {
    const topics = new NatsTopics(connection, "cluster", { history: 100, buffer: 50, replicas })
    const seen: number[] = []
    const subscription = await topics.subscribe(call(), "leader")
    const reading = (async () => {
      for await (const { data } of subscription) if (seen.push(data as number) && data === 99) return
    })()
    const acknowledged: number[] = []
    const { streams } = await jetstreamManager(await connection.client())
    for (let at = 0; at < 100; at++) {
      if (at === 50) {
        const { cluster } = await streams.info("cluster-topics")
        await servers[Number(cluster?.leader?.at(-1))]!.stop()
      }
      await expect.poll(() => topics.publish("leader", at).catch(() => undefined)).toBeDefined()
      acknowledged.push(at)
    }
    await reading
    expect([...new Set(seen)]).toEqual(acknowledged)
  })
})
