import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestLog } from "trivet/testing"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { RedisConnection, RedisKeyValue } from "../../src/index.ts"
import { PrivateSentinels } from "../../src/testing/private-sentinels.ts"

const long = process.env["TRIVET_LONG"] === "1"
const failovers = long ? 10 : 1

let sentinels: PrivateSentinels
let connection: RedisConnection
let store: RedisKeyValue
let logged: ReturnType<typeof createTestLog>

beforeAll(async () => {
  sentinels = await PrivateSentinels.start()
}, 90_000)
afterAll(() => sentinels.stop())

beforeEach(async () => {
  logged = createTestLog()
  connection = new RedisConnection({ url: sentinels.url, timeout: 500, connectTimeout: 500 }, logged.log)
  store = new RedisKeyValue(connection, "app")
  await connection.onStart()
})
afterEach(() => connection.onStop())

async function until(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > 30_000) throw new Error("it did not come to that")
    await sleep(10)
  }
  return performance.now() - began
}

const works = () =>
  store.set("works", "x").then(
    () => true,
    () => false,
  )
const portNow = async () =>
  Number(/tcp_port:(\d+)/.exec(await connection.send<string>(["INFO", "server"]))?.[1])

describe("the master of Sentinels", () => {
  it("is found while one Sentinel does not answer", async () => {
    sentinels.freezeSentinel(0)
    try {
      const own = new RedisConnection({ url: sentinels.url, timeout: 500, connectTimeout: 2_000 })
      const began = performance.now()
      await own.onStart()
      expect(performance.now() - began, "two of three agree, so the third is not waited for").toBeLessThan(
        1_500,
      )
      await own.onStop()
    } finally {
      sentinels.thawSentinel(0)
    }
  })

  it("is reported with the name that was asked for, and without the password", async () => {
    const unknown = sentinels.url.replace("//", "//user:secret-word@").replace(/main$/, "other")
    const failure = await new RedisConnection({ url: unknown, startWait: 300 }).onStart().catch(String)
    expect(failure).toMatch(/^Fault: The Redis master other of the Sentinels at .* it knows no master other/)
    expect(failure).not.toContain("secret-word")
  })

  it(
    `is replaced after it was killed, ${failovers} times: what replicas had is kept, listeners and writes go on`,
    async () => {
      const heard: string[] = []
      const end = await connection.listen("news", {
        hear: (text) => heard.push(text),
        lost: () => heard.push("lost"),
        back: () => heard.push("back"),
      })
      for (let time = 0; time < failovers; time++) {
        await sentinels.healthy()
        const master = await sentinels.master()
        const [acknowledged, failed]: [string[], number[]] = [[], []]
        const writes = { isOver: false }
        const writing = (async () => {
          for (let at = 0; !writes.isOver; at++) {
            const key = `${time}-${at}`
            try {
              await store.set(key, "x")
              // Replication is asynchronous: without this, the last writes of the old master could be missing.
              if ((await connection.send<number>(["WAIT", "2", "200"])) === 2) acknowledged.push(key)
            } catch (error) {
              expect(error).toMatchObject({ status: 503 })
              failed.push(performance.now())
            }
            await sleep(5)
          }
        })()
        await sleep(300)
        await master.stop()
        const began = performance.now()
        await until(async () => (await sentinels.master()) !== master)
        const elected = performance.now()
        await until(works)
        const back = performance.now()
        await until(() => heard.at(-1) === "back")
        await connection.send(["PUBLISH", "news", `after ${time}`])
        await until(() => heard.includes(`after ${time}`))
        await master.start()
        await sleep(200)
        writes.isOver = true
        await writing
        const lost = []
        for (const key of acknowledged) if ((await store.get(key)) !== "x") lost.push(key)
        noteFigure(
          "the master is killed",
          "Redis with Sentinels",
          `a new one after ${(elected - began).toFixed(0)} ms, writes ${(back - elected).toFixed(0)} ms later; ` +
            `${failed.length} writes got 503, ${lost.length} lost in ${acknowledged.length}`,
        )
        expect(back - elected).toBeLessThan(3_000)
        expect(lost).toEqual([])
      }
      end()
    },
    failovers * 60_000,
  )

  it.skipIf(!long)(
    "is followed when a replica takes its place although it lives",
    async () => {
      await sentinels.healthy()
      const old = await portNow()
      await store.set("kept", "value")
      await connection.send(["WAIT", "2", "1000"])
      await sentinels.failOver()
      await until(async () => (await works()) && (await portNow()) !== old)
      expect(await store.get("kept")).toBe("value")
    },
    90_000,
  )
})
