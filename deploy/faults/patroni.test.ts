import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { recoveryOf } from "../../scripts/suite/inject-postgres-fault.ts"
import { audit, Ledger } from "../../scripts/suite/ledger.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { hasPatroni, PrivatePatroni } from "../testing/private-patroni.ts"
import { type Program, serveProgram } from "../testing/serve-program.ts"

const faults = {
  "switched over": async (cluster: PrivatePatroni) => {
    await cluster.switchOver()
    return () => undefined
  },
  "whose server is killed": (cluster: PrivatePatroni) => cluster.kill(),
  "whose server and Patroni are killed": (cluster: PrivatePatroni) => cluster.kill({ all: true }),
}
const planned = (Object.keys(faults) as (keyof typeof faults)[]).flatMap((name, at) =>
  Array.from({ length: at === 0 ? 8 : 6 }, () => name),
)

// Minutes. The check runs packages/postgres/tests/attacks/failover.test.ts, with one standby and without Patroni.
describe.skipIf(!full || !hasPatroni)("a primary of Patroni's", () => {
  let cluster: PrivatePatroni
  let server: Program
  const acknowledged: string[] = []
  beforeAll(async () => {
    cluster = await PrivatePatroni.start()
    server = await serveProgram("deploy/testing/failover-server.ts", { DATABASE_URL: cluster.url })
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await cluster?.remove()
  }, 120_000)

  it.each(planned)(
    "%s loses no row, no job and no entry, and writes go on within 3 s of the new one",
    async (fault) => {
      await cluster.healthy()
      const old = await cluster.findPrimary()
      const ledger = new Ledger(40, (id) => ({
        method: "POST",
        url: `http://127.0.0.1:${server.port}/records`,
        headers: { "content-type": "application/json" },
        json: { id },
      }))
      await sleep(1_000)
      const repair = await faults[fault](cluster)
      const began = performance.now()
      let primary: string | undefined
      while (primary === undefined || primary === old) {
        await sleep(20)
        primary = await cluster.findPrimary()
      }
      const elected = performance.now()
      const recovered = await recoveryOf(ledger, elected)
      repair()
      await cluster.healthy()
      const now = await ledger.end()
      acknowledged.push(...now)
      // What is not 503 was on its way when the server ended: it is unknown whether it was committed.
      const other = ledger.failed.filter(
        ({ status, retryAfter }) => status !== 503 || retryAfter === undefined,
      )
      expect(other).toEqual([])
      const first = ledger.calls.find(({ status, began: at, took }) => status === 201 && at + took > elected)!
      const wait = Math.max(0, first.began + first.took - elected)
      noteFigure(
        `a primary ${fault}`,
        "PostgreSQL with Patroni",
        `a new one after ${(elected - began).toFixed(0)} ms, writes ${wait.toFixed(0)} ms later, normal after ` +
          `${recovered.toFixed(0)} ms; ${ledger.failed.length} of ${ledger.calls.length} calls got 503`,
      )
      expect(wait).toBeLessThan(3_000)
    },
    180_000,
  )

  it("has every acknowledged row, job and entry in the end, each once", async () => {
    const ids = async (table: string, column: string) =>
      (await cluster.query<{ id: string }>(`select ${column} as id from ${table}`)).map(({ id }) => id)
    await expect
      .poll(async () => audit(acknowledged, await ids("effects", "id")), { timeout: 60_000, interval: 500 })
      .toEqual({ lost: 0, doubled: 0 })
    expect(audit(acknowledged, await ids("records", "id"))).toEqual({ lost: 0, doubled: 0 })
    expect(audit(acknowledged, await ids("entries", "key"))).toEqual({ lost: 0, doubled: 0 })
    noteFigure(
      "all failovers",
      "PostgreSQL with Patroni",
      `nothing lost or doubled in ${acknowledged.length}`,
    )
  }, 90_000)
})
