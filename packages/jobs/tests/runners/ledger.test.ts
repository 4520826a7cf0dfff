import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivatePgBouncer } from "../../../../deploy/testing/private-pgbouncer.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Jobs } from "../../src/index.ts"
import { Chaos } from "./chaos.ts"
import { Db, Work, workModule } from "./programs/work.ts"

// LEDGER_JOBS=100000 runs the number that counts, in about an hour. TRIVET_LONG=1 a tenth of it.
const long = process.env["TRIVET_LONG"] === "1"
const count = Number(process.env["LEDGER_JOBS"] ?? (long ? 10_000 : 600))
/** Jobs that one transaction enqueues, half of each kind. */
const each = Math.max(2, 2 * Math.round(count / 2_000))
/** Milliseconds over which they are enqueued: there must be work for every fault to hit. */
const during = Math.max(15_000, count * 3)

let server: PrivatePostgres
let bouncer: PrivatePgBouncer
let app: TestApp
let db: Db
let queue: Jobs

beforeAll(async () => {
  server = await PrivatePostgres.start()
  bouncer = await PrivatePgBouncer.start(server.url)
  app = await createTestApp(workModule({ url: bouncer.url, direct: server.url }))
  db = app.get(Db)
  queue = app.get(Jobs)
})
afterAll(async () => {
  await app?.stop()
  await bouncer?.stop()
  await server?.remove()
})

/** Enqueues jobs beside rows of the same transaction, which say which jobs there are. */
class Enqueuing {
  isDone = false
  failed = 0
  #next = 0

  async run(): Promise<void> {
    const began = performance.now()
    for (let done = 0; done < count / 2; done += each / 2) {
      await sleep(Math.max(0, began + (done / (count / 2)) * during - performance.now()))
      await this.#enqueue()
    }
    this.isDone = true
  }

  async #enqueue(): Promise<void> {
    try {
      // Other numbers after a failure: it may have been committed.
      await enqueue(Array.from({ length: each / 2 }, () => this.#next++))
    } catch {
      this.failed++
      await sleep(100)
      await this.#enqueue()
    }
  }
}

async function enqueue(orders: readonly number[]): Promise<void> {
  await db.transact(async (trx) => {
    for (const at of orders) {
      await trx.insertInto("orders").values({ at }).execute()
      await queue.enqueue(Work.sure, { at }, { trx })
      await queue.enqueue(Work.plain, { at }, { trx })
    }
  })
}

/** How many jobs have not ended; `Infinity` if nobody answers. */
async function unended(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where state < 'completed'`.execute(db)
  return rows[0]!.n
}

async function audit(kind: string) {
  const { rows } = await sql<{ lost: number; twice: number; extra: number }>`
    with had as (select at, count(*) as times from effects where kind = ${kind} group by at)
    select count(*) filter (where had.at is null)::int as lost,
      count(*) filter (where had.times > 1)::int as twice,
      count(*) filter (where orders.at is null)::int as extra
    from orders full join had on had.at = orders.at`.execute(db)
  return rows[0]!
}

describe("jobs while everything fails", () => {
  it(
    `loses none of ${count}, and has no effect twice that is part of a transaction`,
    { timeout: Math.max(300_000, 80 * count) },
    async () => {
      const chaos = await Chaos.start(server, { url: bouncer.url, direct: server.url })
      const began = performance.now()
      const enqueuing = new Enqueuing()
      const enqueued = enqueuing.run()
      do await chaos.round()
      while (!enqueuing.isDone)
      await enqueued
      await expect.poll(() => unended().catch(() => Infinity), { timeout: 600_000, interval: 500 }).toBe(0)
      const seconds = Math.round((performance.now() - began) / 1000)
      await chaos.end()
      const [sure, plain] = [await audit("sure"), await audit("plain")]
      const { rows } = await sql<{ n: number; state: string }>`
      select state::text, count(*)::int as n from pgboss.job group by state`.execute(db)
      const done = rows.find(({ state }) => state === "completed")!.n
      const faults = Object.entries(chaos.done).map(([what, times]) => `${times} ${what}`)
      noteFigure(
        faults.join(", "),
        "@trivet/jobs on PgBouncer",
        `${done} jobs done in ${seconds} s, ${enqueuing.failed} transactions of the enqueuing process failed; lost: ${sure.lost + plain.lost}; effects twice: ${sure.twice} in transactions, ${plain.twice} of other handlers; ${chaos.lines} lines logged`,
      )
      expect(rows.map(({ state }) => state)).toEqual(["completed"])
      expect(done).toBeGreaterThanOrEqual(count)
      expect(sure).toEqual({ lost: 0, twice: 0, extra: 0 })
      expect(plain).toMatchObject({ lost: 0, extra: 0 })
    },
  )
})
