import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { jetstreamManager } from "@nats-io/jetstream"
import { Jobs, type JobState } from "@trivet/jobs"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { NatsConnection } from "../../src/index.ts"
import { PrivateNats } from "../../src/testing.ts"
import { Db, Events, events, shopModule } from "./shop.ts"

interface Delivery {
  readonly id: string
  readonly order: number
}

let database: TestDatabase
let server: PrivateNats
let shop: TestApp
const children: ChildProcess[] = []
const deliveries: Delivery[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  server = await PrivateNats.start()
  shop = await createTestApp(shopModule(database.url, server.url))
})
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await shop?.stop()
  await server?.stop()
  server?.forget()
  await database?.drop()
})

async function start(program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, program), args, { execArgv: ["--conditions=@trivet/source"] })
  children.push(child)
  await once(child, "message")
  child.on("message", (delivery) => deliveries.push(delivery as Delivery))
  return child
}

const startRelay = () => start("relay.ts", [database.url, server.url])
const startOther = () => start("other-service.ts", [server.url, events.stream])

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}

class RolledBack extends Error {}

/** Places an order, and rolls every second one back. Returns whether it is committed. */
async function place(order: number): Promise<boolean> {
  const work = shop.get(Db).transact(async (trx) => {
    await trx.insertInto("orders").values({ id: order }).execute()
    await shop.get(Jobs).enqueue(Events.placed, { order }, { trx })
    if (order % 2 === 1) throw new RolledBack()
  })
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RolledBack) return false
      throw error
    },
  )
}

const jobsOf = (state: JobState) => shop.get(Jobs).list({ state, limit: 1_000 })
const distinct = () => new Map(deliveries.map(({ id, order }) => [id, order]))

describe("events that are recorded in a transaction and relayed to JetStream", () => {
  it("arrive in another service exactly if it commits, and once if ids are dropped that it had", async () => {
    const committed: number[] = []
    for (let order = 0; order < 1_000; order++) if (await place(order)) committed.push(order)
    expect(committed.length).toBe(500)
    const [relay, other] = await Promise.all([startRelay(), startOther()])
    await expect.poll(() => distinct().size).toBeGreaterThan(100)
    await Promise.all([kill(relay), kill(other)])
    await Promise.all([startRelay(), startOther()])
    // Jobs of the relay that was killed are taken over after 10 s.
    await expect.poll(async () => (await jobsOf("done")).length, { interval: 200 }).toBe(500)
    await expect.poll(() => distinct().size).toBeGreaterThanOrEqual(500)
    const repeated = (await jobsOf("done")).filter(({ attempts }) => attempts > 1)
    expect(repeated.length).toBeGreaterThan(0)
    expect([...distinct().values()].toSorted((left, right) => left - right)).toEqual(committed)
    // JetStream dropped what was relayed twice.
    const { streams } = await jetstreamManager(await shop.get(NatsConnection).client())
    expect((await streams.info(events.stream)).state.messages).toBe(500)
    const again = deliveries.length - distinct().size
    noteFigure(
      "relay and reader killed",
      "outbox on JetStream",
      `500 of 500 events, ${again} delivered again`,
    )
  })
})
