import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningBlog, startBlog } from "../../examples/blog/tests/testing/start-blog.ts"
import { audit, Ledger, type LedgerCall } from "../../scripts/suite/ledger.ts"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { freePort } from "../../scripts/suite/free-port.ts"
import { full } from "../testing/full.ts"
import { PrivateHaproxy } from "../testing/private-haproxy.ts"
import { PrivatePgBouncer } from "../testing/private-pgbouncer.ts"
import { base, blogBook, type Book, type Variables } from "../testing/references.ts"

const names = ["one", "two"] as const
type Name = (typeof names)[number]

const perSecond = full ? 200 : 30
const restarts = full ? 20 : 2
const kills = full ? 12 : 2

let server: PrivatePostgres
let bouncer: PrivatePgBouncer
let redis: PrivateRedis
let balancer: PrivateHaproxy
let variables: Variables
let ports: Record<Name, number>
let blogs: Record<Name, RunningBlog>
let book: Book

beforeAll(async () => {
  server = await PrivatePostgres.start()
  bouncer = await PrivatePgBouncer.start(server.url)
  redis = await PrivateRedis.start()
  ports = { one: await freePort(), two: await freePort() }
  // As pgbouncer.ini says: the lock of migrations belongs to a session, which PgBouncer shares out.
  const database = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: server.url, DATABASE_PREPARE: "off" }
  variables = { ...base, ...database, REDIS_URL: redis.url }
  const [one, two] = await Promise.all(names.map(start))
  blogs = { one: one!, two: two! }
  balancer = await PrivateHaproxy.start(ports.one, ports.two)
  await balancer.untilUp("one")
  await balancer.untilUp("two")
  book = await blogBook(balancer.url)
})

afterAll(async () => {
  await balancer?.stop()
  await Promise.all(Object.values(blogs ?? {}).map((blog) => blog.stop("SIGKILL")))
  await redis?.stop()
  await bouncer?.stop()
  await server?.remove()
})

function start(name: Name): Promise<RunningBlog> {
  return startBlog({ ...variables, PORT: String(ports[name]) })
}

/** What failed, by kind. Nothing is left out: a call that was refused for want of CPU has failed its client too. */
function failures(calls: readonly LedgerCall[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { status, error } of calls) {
    const kind = `${status} ${error}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${count} × ${kind}`)
}

/** The milliseconds that a process was ready to run and had no core. */
function waited({ pid }: RunningBlog): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / 1_000_000
}

async function settle(ledger: Ledger) {
  const acknowledged = await ledger.end()
  const found = audit(acknowledged, await book.present(server))
  expect(acknowledged.length).toBeGreaterThan(perSecond)
  expect(found).toEqual({ lost: 0, doubled: 0 })
  return `${found.lost} lost and ${found.doubled} doubled in ${acknowledged.length}`
}

describe("two blogs behind HAProxy, with PgBouncer and Redis", { timeout: 600_000 }, () => {
  it(`lose no call in ${restarts} restarts, one process after the other`, async () => {
    const ledger = new Ledger(perSecond, book.requestFor)
    const stops: number[] = []
    let starved = 0
    for (let restart = 0; restart < restarts; restart++) {
      const name = names[restart % 2]!
      // It carries everything meanwhile, beside a neighbour that starts.
      const survivor = blogs[names[(restart + 1) % 2]!]
      await sleep(500)
      const [asked, before] = [performance.now(), waited(survivor)]
      await blogs[name].stop("SIGTERM")
      stops.push(performance.now() - asked)
      blogs[name] = await start(name)
      await balancer.untilUp(name)
      starved = Math.max(starved, (waited(survivor) - before) / (performance.now() - asked))
    }
    await sleep(500)
    const settled = await settle(ledger)
    noteFigure(
      "rolling restarts",
      `2 × blog behind HAProxy, ${perSecond} calls/s`,
      `${ledger.failed.length} of ${ledger.calls.length} calls failed in ${restarts} restarts; ${settled}; slowest stop ${Math.max(...stops).toFixed(0)} ms; the other process waited for a core at most ${(starved * 100).toFixed(0)} % of a restart`,
    )
    expect(failures(ledger.failed)).toEqual([])
    expect(Math.max(...stops)).toBeLessThan(10_000)
  })

  it("lose no call when one is taken out by hand, and put back", async () => {
    const ledger = new Ledger(perSecond, book.requestFor)
    await sleep(300)
    await balancer.tell("set server app/one state drain")
    await sleep(1_000)
    const before = await blogs.one.stop("SIGTERM").then(() => start("one"))
    blogs.one = before
    await balancer.tell("set server app/one state ready")
    await balancer.untilUp("one")
    await sleep(500)
    await settle(ledger)
    expect(failures(ledger.failed)).toEqual([])
  })

  it(`lose at most what was in flight when one is killed, ${kills} times`, async () => {
    let [failed, inFlight] = [0, 0]
    for (let kill = 0; kill < kills; kill++) {
      const name = names[kill % 2]!
      const ledger = new Ledger(perSecond, book.requestFor)
      await sleep(1_000)
      const killed = performance.now()
      await blogs[name].stop("SIGKILL")
      const gone = performance.now()
      await sleep(1_000)
      blogs[name] = await start(name)
      await balancer.untilUp(name)
      await settle(ledger)
      const under = ledger.calls.filter(({ began, took }) => began <= gone && began + took >= killed)
      failed += ledger.failed.length
      inFlight += under.length
      const others = ledger.failed.filter((call) => !under.includes(call))
      expect(failures(others), "failed but not in flight").toEqual([])
    }
    noteFigure(
      "process killed (SIGKILL)",
      `2 × blog behind HAProxy, ${perSecond} calls/s`,
      `${failed} calls failed in ${kills} kills, of ${inFlight} in flight; nothing acknowledged was lost or doubled`,
    )
  })

  it("keep the probes' answers to themselves", async () => {
    expect((await fetch(`${balancer.url}/health/ready`)).status).toBe(404)
    expect((await fetch(`${blogs.one.url}/health/ready`)).status).toBe(200)
  })
})
