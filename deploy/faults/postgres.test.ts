import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  injectFault,
  type PostgresFault,
  postgresFaults,
  recoveryOf,
} from "../../scripts/suite/inject-postgres-fault.ts"
import { audit, Ledger, type LedgerCall } from "../../scripts/suite/ledger.ts"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { type Reference, references } from "../testing/references.ts"

const all = Object.keys(postgresFaults) as PostgresFault[]
const short: Record<keyof typeof references, readonly PostgresFault[]> = {
  // Every check also runs all four over the package alone: packages/postgres/tests/attacks/faults.test.ts
  blog: ["immediate", "stop"],
  auth: ["fast", "terminate"],
}
const perSecond = full ? 60 : 40
// The line is 3 s. Beside other tests a machine adds pauses of its own.
const slowest = full ? 3_000 : 4_000

describe.each(["blog", "auth"] as const)("the %s whose PostgreSQL fails", (name) => {
  let server: PrivatePostgres
  let reference: Reference

  beforeAll(async () => {
    server = await PrivatePostgres.start()
    reference = await references[name]({ DATABASE_URL: server.url })
  })
  afterAll(async () => {
    await reference?.stop()
    await server?.remove()
  })

  /** The connections of which this is true. */
  const activity = (condition: string) =>
    server.query<object>(`select pid from pg_stat_activity where ${condition}`)

  const planned = full ? Array.from({ length: 6 }, () => all).flat() : short[name]
  it.each(planned)(
    "(%s) loses nothing, doubles nothing, and serves again within 5 s of its return",
    async (fault) => {
      const ledger = new Ledger(perSecond, reference.requestFor)
      await sleep(1_000)
      const ended = await injectFault(server, fault)
      const recovered = await recoveryOf(ledger, performance.now())
      const acknowledged = await ledger.end()
      const found = audit(acknowledged, await reference.present(server))
      const longest = Math.max(...ledger.calls.map(({ took }) => took))
      noteFigure(
        `PostgreSQL ${postgresFaults[fault]}`,
        name,
        `${found.lost} lost and ${found.doubled} doubled in ${acknowledged.length}; ` +
          `${ledger.failed.length} of ${ledger.calls.length} calls failed` +
          (ended === undefined ? "" : ` for ${ended} ended connections`) +
          `; slowest ${longest.toFixed(0)} ms, normal ${recovered.toFixed(0)} ms after its return`,
      )
      expect(acknowledged.length).toBeGreaterThan(20)
      expect(found).toEqual({ lost: 0, doubled: 0 })
      expect((await fetch(`${reference.url}/health/live`)).status, "the process lives").toBe(200)
      expect(longest, "slowest reply").toBeLessThan(slowest)
      expect(ledger.failed.filter((call) => !isDesigned(call))).toEqual([])
      expect(recovered, "milliseconds until normal").toBeLessThan(5_000)
      if (ended !== undefined) expect(ledger.failed.length).toBeLessThanOrEqual(ended)
      else expect(ledger.failed.length).toBeGreaterThan(0)
    },
  )

  it("answers 503 in time while every connection is taken, lives on, and leaks nothing", async () => {
    const table = name === "blog" ? "posts" : "users"
    // Held until all are answered, however long that takes.
    const held = server
      .query(`begin; lock table ${table} in access exclusive mode; select pg_sleep(600)`)
      .catch(String)
    await expect.poll(() => activity("wait_event = 'PgSleep'"), { interval: 20 }).toHaveLength(1)
    const began = performance.now()
    const asking = Promise.all(Array.from({ length: 40 }, () => ask(reference.requestFor("none", 2))))
    await expect.poll(() => activity("wait_event_type = 'Lock'"), { interval: 20 }).not.toEqual([])
    const asked = performance.now()
    expect((await fetch(`${reference.url}/health/live`)).status).toBe(200)
    const alive = performance.now() - asked
    const replies = await asking
    const took = performance.now() - began
    await server.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'")
    expect(await held).toContain("canceling statement")
    const refused = replies.filter(({ status }) => status === 503)
    expect(refused.length, "refused").toBe(40)
    expect(refused.filter(({ retryAfter }) => retryAfter !== "1")).toEqual([])
    expect(took).toBeLessThan(slowest)
    expect(alive, "liveness").toBeLessThan(1_000)
    expect((await ask(reference.requestFor("none", 2))).status).toBe(200)
    const [seen] = await server.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where application_name = 'trivet'",
    )
    expect(seen!.n).toBeLessThanOrEqual(10)
    noteFigure(
      "pool exhausted",
      name,
      `40 of 40 refused with 503 within ${took.toFixed(0)} ms, liveness ${alive.toFixed(0)} ms, ${seen!.n} connections after`,
    )
  })
})

/** SPEC: writes are 500 in the store's words; all else is 503 and says when to come back. */
function isDesigned({ method, status, retryAfter }: LedgerCall): boolean {
  return (method === "POST" && status === 500) || (status === 503 && retryAfter === "1")
}

async function ask({ method, url, headers }: ReturnType<Reference["requestFor"]>) {
  const reply = await fetch(url, { method, headers: { ...headers } })
  await reply.arrayBuffer()
  return { status: reply.status, retryAfter: reply.headers.get("retry-after") }
}
