import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import {
  injectFault,
  type PostgresFault,
  postgresFaults,
  recoveryOf,
} from "../../../../scripts/suite/inject-postgres-fault.ts"
import { audit, Ledger, type LedgerRequest } from "../../../../scripts/suite/ledger.ts"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"

// TRIVET_LONG=1 injects 24 faults instead of 4.
const rounds = process.env["TRIVET_LONG"] === "1" ? 6 : 1
const perSecond = 60

describe("an application whose PostgreSQL fails", () => {
  let server: PrivatePostgres
  let app: ChildProcess
  let url: string
  let injections = 0
  let writes = 0
  let lost = 0
  let doubled = 0

  beforeAll(async () => {
    server = await PrivatePostgres.start()
    app = fork(join(import.meta.dirname, "attacked/main.ts"), {
      execArgv: ["--conditions=@trivet/source"],
      env: { ...process.env, DATABASE_URL: server.url },
    })
    const [port] = (await once(app, "message")) as [number]
    url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    if (app.connected) app.disconnect()
    await server.remove()
    noteFigure(
      "PostgreSQL restarted, crashed, ending connections, not answering",
      "@trivet/postgres",
      `${lost} lost and ${doubled} doubled in ${writes}, over ${injections} injections`,
    )
  })

  /** Writes alone, writes in a transaction, and reads, in turn. */
  function requestFor(id: string, at: number): LedgerRequest {
    const path = ["records", "transactions", "records"][at % 3]!
    return { method: at % 3 === 2 ? "GET" : "POST", url: `${url}/${path}/${id}` }
  }

  async function settle(acknowledged: readonly string[]): Promise<void> {
    const rows = await server.query<{ id: string }>("select id from records")
    const found = audit(
      acknowledged,
      rows.map(({ id }) => id),
    )
    lost += found.lost
    doubled += found.doubled
  }

  const faults = Object.entries(postgresFaults) as [PostgresFault, string][]
  const planned = Array.from({ length: rounds }, () => faults).flat()

  it.each(planned)("(%s) loses nothing and serves on when PostgreSQL %s", async (fault) => {
    const ledger = new Ledger(perSecond, requestFor)
    await sleep(500)
    const ended = await injectFault(server, fault)
    const returned = performance.now()
    const recovered = await recoveryOf(ledger, returned)
    const acknowledged = await ledger.end()
    injections++
    writes += acknowledged.length
    await settle(acknowledged)

    const { failed } = ledger
    expect(acknowledged.length).toBeGreaterThan(20)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(app.exitCode, "the process lives").toBeNull()
    expect(Math.max(...ledger.calls.map(({ took }) => took)), "slowest reply").toBeLessThan(3_000)
    expect(failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== "1")).toEqual([])
    expect(recovered, "milliseconds until normal").toBeLessThan(5_000)
    if (ended === undefined) expect(failed.length).toBeGreaterThan(0)
    else expect(failed.length, `failures for ${ended} connections`).toBeLessThanOrEqual(ended)
  })

  it("answers 503 in time while every connection is taken, and other routes at once", async () => {
    const held = Array.from({ length: 5 }, () => fetch(`${url}/hold`))
    await expect.poll(async () => (await alive()).pool).toMatchObject({ open: 5, idle: 0 })
    const began = performance.now()
    const replies = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/records/none`)))
    const took = performance.now() - began
    const refused = replies.filter(({ status }) => status === 503)
    expect(took).toBeLessThan(2_500)
    expect(refused.length).toBe(replies.length)
    expect(refused.every(({ headers }) => headers.get("retry-after") === "1")).toBe(true)
    await fetch(`${url}/release`, { method: "POST" })
    await Promise.all(held)
    expect((await fetch(`${url}/records/none`)).status).toBe(200)
    const { pool } = await alive()
    expect(pool).toEqual({ open: 5, idle: 5, waiting: 0 })
    const [seen] = await server.query<{ n: string }>(
      "select count(*) as n from pg_stat_activity where application_name = 'trivet'",
    )
    expect(seen!.n).toBe("5")
  })

  async function alive(): Promise<{ pool: { open: number; idle: number; waiting: number } }> {
    const began = performance.now()
    const reply = await fetch(`${url}/alive`)
    expect(performance.now() - began).toBeLessThan(500)
    return (await reply.json()) as Awaited<ReturnType<typeof alive>>
  }
})
