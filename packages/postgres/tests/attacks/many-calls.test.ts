import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Database } from "../../src/database.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"

class Db extends Database<object> {}

const kinds = ["request", "rejected", "transact", "none"] as const
let test: TestDatabase
let db: Db
const processes: ChildProcess[] = []
const ports: number[] = []
beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url })
  await sql`create table rows (call text, kind text, tx text default pg_current_xact_id()::text)`.execute(db)
  for (let at = 0; at < 2; at++)
    processes.push(
      fork(join(import.meta.dirname, "attacked/many-calls.ts"), {
        execArgv: ["--conditions=@trivet/source"],
        env: { ...process.env, DATABASE_URL: test.url },
      }),
    )
  for (const child of processes) ports.push(((await once(child, "message")) as [number])[0])
}, 60_000)
afterAll(async () => {
  for (const child of processes) if (child.connected) child.disconnect()
  await db.onStop()
  await test.drop()
})

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
function call(at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `/${kinds[at % 4]!}/${at}`
    const asked = request(
      { agent, port: ports[(at >> 2) % 2], host: "127.0.0.1", path, method: "POST" },
      (reply) => {
        reply.resume().on("end", () => resolve(reply.statusCode!))
      },
    )
    asked.on("error", reject).end()
  })
}

it(
  "keeps 1,000 calls at once over two processes in their own transactions",
  { timeout: 120_000 },
  async () => {
    const statuses = await Promise.all(Array.from({ length: 1_000 }, (_, at) => call(at)))
    agent.destroy()
    expect(new Set(statuses)).toEqual(new Set([204, 409]))
    const { rows } = await sql<{ call: string; kind: string; rows: number; transactions: number }>`
    select call, kind, count(*)::int as rows, count(distinct tx)::int as transactions from rows group by call, kind`.execute(
      db,
    )
    const wrong = rows.filter(
      ({ kind, rows: count, transactions }) => count !== 5 || transactions !== (kind === "none" ? 5 : 1),
    )
    expect(wrong).toEqual([])
    expect(
      Object.fromEntries(
        [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length]),
      ),
    ).toEqual({ request: 250, transact: 250, none: 250 })
    const { rows: shared } =
      await sql`select tx from rows group by tx having count(distinct call) > 1`.execute(db)
    expect(shared).toEqual([])
    noteFigure(
      "1,000 calls at once over two processes",
      "PostgreSQL",
      `${shared.length} transactions shared by two calls`,
    )
  },
)
