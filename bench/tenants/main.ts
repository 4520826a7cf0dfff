import { parseArgs } from "node:util"
import { createTenantRole, Database, protectTable } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { median, shuffle, table } from "../figures.ts"
import { cpuTimeOf } from "../http/cpu-time.ts"
import { intervalOf } from "../paired/interval.ts"

// npm run bench:tenants -- [--rows 1000000] [--tenants 1000] [--rounds 40] [--calls 500]
//
// Reads the 20 newest rows of a tenant: with a `where`, and of a protected table without one, in turns, each on its own connection. Counts
// the time of a call, and the processor time of its PostgreSQL process. The server and its files are removed after it.
const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    tenants: { type: "string", default: "1000" },
    rounds: { type: "string", default: "40" },
    calls: { type: "string", default: "500" },
  },
})
const [rows, tenants] = [Number(flags.rows), Number(flags.tenants)]
const [rounds, calls] = [Number(flags.rounds), Number(flags.calls)]

interface Row {
  id: string
  org_id: string
  title: string
}
class Db extends Database<{ plain: Row; guarded: Row }> {}

const role = "bench_tenants"
const server = await PrivatePostgres.start()
const owner = new Db({ url: server.url, statementTimeout: 900_000 })
for (const name of ["plain", "guarded"]) {
  await sql`create table ${sql.table(name)} as select n as id, (n % ${tenants})::bigint as org_id, 'Ticket ' || n as title
    from generate_series(1, ${rows}::bigint) as n`.execute(owner)
  await sql`create index on ${sql.table(name)} (org_id, id)`.execute(owner)
}
await createTenantRole(owner, role)
await protectTable(owner, "guarded", { tenant: "org_id" })
for (const name of ["plain", "guarded"]) await sql`vacuum analyze ${sql.table(name)}`.execute(owner)

/** One way to read the rows of a tenant, on one connection. */
class Way {
  readonly name: string
  readonly db: Db = new Db({ url: server.url, maxConnections: 1, tenant: { column: "org_id", role } })
  readonly #call: (db: Db, org: number) => Promise<unknown[]>
  readonly milliseconds: number[] = []
  readonly processor: number[] = []
  #pid = 0

  constructor(name: string, call: (db: Db, org: number) => Promise<unknown[]>) {
    this.name = name
    this.#call = call
  }
  async open(): Promise<void> {
    const { rows: found } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(this.db)
    this.#pid = found[0]!.pid
  }
  async round(counts: boolean): Promise<void> {
    const [began, used] = [performance.now(), cpuTimeOf(this.#pid)]
    for (let call = 0; call < calls; call++) {
      const found = await this.#call(this.db, (call * 37) % tenants)
      if (found.length !== 20) throw new Error(`${this.name} found ${found.length} rows`)
    }
    if (!counts) return
    this.milliseconds.push((performance.now() - began) / calls)
    this.processor.push((cpuTimeOf(this.#pid) - used) / 1e6 / calls)
  }
}

const newest = (db: Db, name: "plain" | "guarded") =>
  db.selectFrom(name).select(["id", "title"]).orderBy("id", "desc").limit(20)
const condition = new Way("`where org_id = …`, in a transaction", (db, org) =>
  db.transact(() => newest(db, "plain").where("org_id", "=", String(org)).execute()),
)
const policy = new Way("a policy, no `where`", (db, org) =>
  db.transact(() => newest(db, "guarded").execute(), { tenant: { org_id: org } }),
)
const ways = [condition, policy]

try {
  for (const way of ways) await way.open()
  for (let round = -3; round < rounds; round++) for (const way of shuffle(ways)) await way.round(round >= 0)
  const lines = ways.map((way) => [
    way.name,
    median(way.milliseconds).toFixed(3),
    median(way.processor).toFixed(3),
  ])
  console.log(
    `\n${rows.toLocaleString("en")} rows of ${tenants.toLocaleString("en")} tenants, ${rounds} rounds of ${calls} calls in turns\n`,
  )
  console.log(table(["the 20 newest rows of a tenant", "ms", "ms of processor in PostgreSQL"], lines))
  for (const kind of ["milliseconds", "processor"] as const) {
    const { middle, low, high } = intervalOf(policy[kind].map((value, at) => value / condition[kind][at]!))
    console.log(
      `\n${kind}: ${middle.toFixed(3)} of the time with a \`where\`, 95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`,
    )
  }
  const plan = async (read: () => Promise<readonly Record<string, unknown>[]>) =>
    (await read()).map((line) => `  ${String(line["QUERY PLAN"])}`).join("\n")
  const explain = sql`explain (costs off)`
  console.log(
    `\n${condition.name}:\n${await plan(async () => (await sql<Record<string, unknown>>`${explain} select id, title from plain where org_id = 7 order by id desc limit 20`.execute(owner)).rows)}`,
  )
  console.log(
    `\n${policy.name}:\n${await plan(() => policy.db.transact(async (trx) => (await sql<Record<string, unknown>>`${explain} select id, title from guarded order by id desc limit 20`.execute(trx)).rows, { tenant: { org_id: 7 } }))}`,
  )
} finally {
  for (const { db } of [...ways, { db: owner }]) await db.onStop()
  await server.remove()
}
