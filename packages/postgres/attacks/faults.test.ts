import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivatePostgres } from "../testing/private-postgres.ts"
import { Ledger, type LedgerCall } from "./ledger.ts"

type Fault = "fast" | "immediate" | "terminate" | "stop"

// TRIVET_LONG=1 injects 24 faults instead of 4.
const rounds = process.env["TRIVET_LONG"] === "1" ? 6 : 1
const perSecond = 60
const isGood = ({ status }: LedgerCall) => status === 200 || status === 201

describe("an application whose PostgreSQL fails", () => {
  let server: PrivatePostgres
  let app: ChildProcess
  let url: string
  let injections = 0
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
  }, 60_000)
  afterAll(async () => {
    if (app.connected) app.disconnect()
    await server.remove()
    console.log(`${injections} injections: ${lost} acknowledged writes lost, ${doubled} present twice`)
  })

  /** Does the harm, and gives the number of connections that were ended, if only single ones were. */
  async function inject(fault: Fault): Promise<number | undefined> {
    if (fault === "terminate") return terminateEvery(200, 10)
    if (fault === "stop") {
      server.signal("SIGSTOP")
      await sleep(3_000).finally(() => server.signal("SIGCONT"))
    } else {
      await server.end(fault)
      await sleep(500)
      await server.begin()
    }
    return undefined
  }

  async function terminateEvery(milliseconds: number, times: number): Promise<number> {
    let ended = 0
    for (let time = 0; time < times; time++) {
      const rows = await server.query<{ done: boolean }>(`select pg_terminate_backend(pid) as done
        from pg_stat_activity where application_name = 'trivet' order by random() limit 1`)
      ended += rows.filter(({ done }) => done).length
      await sleep(milliseconds)
    }
    return ended
  }

  /** Runs until all has been well for a second, and gives the milliseconds it took to the last failure. */
  async function recovery(ledger: Ledger, returned: number): Promise<number> {
    for (;;) {
      const last = ledger.calls.filter((call) => !isGood(call)).at(-1)
      const lastFailure = last === undefined ? returned : Math.max(last.began, returned)
      if (performance.now() - lastFailure > 1_000) return lastFailure - returned
      if (performance.now() - returned > 15_000) return Infinity
      await sleep(50)
    }
  }

  async function settle(acknowledged: readonly string[]): Promise<void> {
    const rows = await server.query<{ id: string; count: string }>(
      "select id, count(*) from records group by id",
    )
    const present = new Set(rows.map(({ id }) => id))
    lost += acknowledged.filter((id) => !present.has(id)).length
    doubled += rows.filter(({ count }) => count !== "1").length
  }

  const faults: readonly (readonly [Fault, string])[] = [
    ["fast", "is restarted in an orderly way"],
    ["immediate", "crashes and comes back"],
    ["terminate", "ends one connection every 200 ms"],
    ["stop", "stops answering for 3 s"],
  ]
  const planned = Array.from({ length: rounds }, () => faults).flat()

  it.each(planned)(
    "(%s) loses nothing and serves on when PostgreSQL %s",
    async (fault) => {
      const ledger = new Ledger(url, perSecond)
      await sleep(500)
      const ended = await inject(fault)
      const returned = performance.now()
      const recovered = await recovery(ledger, returned)
      const acknowledged = await ledger.end()
      injections++
      await settle(acknowledged)

      const failed = ledger.calls.filter((call) => !isGood(call))
      expect(acknowledged.length).toBeGreaterThan(20)
      expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
      expect(app.exitCode, "the process lives").toBeNull()
      expect(Math.max(...ledger.calls.map(({ took }) => took)), "slowest reply").toBeLessThan(3_000)
      expect(failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== "1")).toEqual([])
      expect(recovered, "milliseconds until normal").toBeLessThan(5_000)
      if (ended === undefined) expect(failed.length).toBeGreaterThan(0)
      else expect(failed.length, `failures for ${ended} connections`).toBeLessThanOrEqual(ended)
    },
    60_000,
  )

  it("answers 503 in time while every connection is taken, and other routes at once", async () => {
    const held = Array.from({ length: 5 }, () => fetch(`${url}/hold`))
    await expect.poll(async () => (await alive()).pool.idle).toBe(0)
    const began = performance.now()
    const replies = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/records/none`)))
    const took = performance.now() - began
    const refused = replies.filter(({ status }) => status === 503)
    expect(took).toBeLessThan(2_500)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ headers }) => headers.get("retry-after") === "1")).toBe(true)
    await Promise.all(held)
    expect((await fetch(`${url}/records/none`)).status).toBe(200)
    const { pool } = await alive()
    expect(pool).toEqual({ open: 5, idle: 5, waiting: 0 })
    const [seen] = await server.query<{ n: string }>(
      "select count(*) as n from pg_stat_activity where application_name = 'trivet'",
    )
    expect(seen!.n).toBe("5")
  }, 30_000)

  async function alive(): Promise<{ pool: { open: number; idle: number; waiting: number } }> {
    const began = performance.now()
    const reply = await fetch(`${url}/alive`)
    expect(performance.now() - began).toBeLessThan(500)
    return (await reply.json()) as Awaited<ReturnType<typeof alive>>
  }
})
