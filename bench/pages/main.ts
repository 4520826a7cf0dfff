import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Database, paginate } from "@trivet/postgres"
import { createTestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { median, shuffle, table } from "../figures.ts"
import { intervalOf } from "../paired/interval.ts"

// npm run bench:pages -- [--rounds 200] [--calls 40] [--limit 50]
//
// Processor time of one page in the middle of 100,000 rows, with `paginate()` and by hand: the same rows by the same keys,
// with a cursor that is neither sealed nor exact to the microsecond. It is that of this process and of PostgreSQL.
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    calls: { type: "string", default: "40" },
    limit: { type: "string", default: "50" },
  },
})
const [rounds, calls, limit] = [Number(values.rounds), Number(values.calls), Number(values.limit)]
const goal = 0.95
const atOnce = 4

interface Tables {
  readonly tickets: {
    readonly id: string
    readonly user_id: number
    readonly title: string
    readonly state: string
    readonly created_at: Date
    readonly updated_at: Date
  }
}
class Db extends Database<Tables> {}

const test = await createTestDatabase()
const db = new Db({ url: test.url, statementTimeout: 60_000 })
await sql`create table tickets as select gen_random_uuid() as id, 3 as user_id, 'The title of ticket ' || i as title,
  'open' as state, '2026-01-01Z'::timestamptz + i * interval '1 second' as created_at, '2026-01-02Z'::timestamptz as updated_at
  from generate_series(1, 100000) as i`.execute(db)
await sql`create index on tickets (user_id, created_at, id)`.execute(db)
await sql`vacuum analyze tickets`.execute(db)

const own = () =>
  db
    .selectFrom("tickets")
    .select(["id", "title", "state", "created_at", "updated_at"])
    .where("user_id", "=", 3)

type Way = (cursor: string) => Promise<{ readonly items: unknown[]; readonly next?: string }>
const ways: Readonly<Record<"hand" | "paginate", Way>> = {
  async hand(cursor) {
    let query = own()
    if (cursor !== "") {
      const [time, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, string]
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), "<", tuple(new Date(time), id)),
      )
    }
    const rows = await query
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute()
    if (rows.length <= limit) return { items: rows }
    rows.pop()
    const { created_at, id } = rows.at(-1)!
    return { items: rows, next: Buffer.from(JSON.stringify([created_at, id])).toString("base64url") }
  },
  paginate: (cursor) => paginate(own(), { limit, cursor }, { by: ["created_at", "id"], order: "desc" }),
}

/** The cursor of a page far behind the first, which is as fast. */
async function middleOf(way: Way): Promise<string> {
  let cursor = ""
  for (let at = 0; at < 20; at++) cursor = (await way(cursor)).next!
  return cursor
}
const cursors = { hand: await middleOf(ways.hand), paginate: await middleOf(ways.paginate) }
const [one, other] = [await ways.hand(cursors.hand), await ways.paginate(cursors.paginate)]
if (JSON.stringify(one.items) !== JSON.stringify(other.items)) throw new Error("The pages differ")

const { rows: backends } = await sql<{ pid: number }>`select pid from pg_stat_activity
  where datname = current_database()`.execute(db)

/** Microseconds of processor time that PostgreSQL has used for the connections; a clock tick is 10 ms. */
function databaseTime(): number {
  const ticks = backends.map(({ pid }) =>
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "),
  )
  return ticks.reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0) * 10_000
}

async function costOf(name: keyof typeof ways): Promise<number> {
  const before = process.cpuUsage()
  let left = calls
  const work = async () => {
    while (left-- > 0) JSON.stringify(await ways[name](cursors[name]))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

const names = ["hand", "paginate"] as const
for (let warm = 0; warm < 20; warm++) for (const name of names) await costOf(name)
const costs = { hand: [] as number[], paginate: [] as number[] }
const inDatabase = { hand: 0, paginate: 0 }
for (let round = 0; round < rounds; round++) {
  for (const name of shuffle(names)) {
    const before = databaseTime()
    costs[name].push(await costOf(name))
    inDatabase[name] += databaseTime() - before
  }
}
await db.onStop()
await test.drop()

// PostgreSQL's share is known only for all rounds together: its clock is too coarse for one.
const ofDatabase = (name: keyof typeof ways) => inDatabase[name] / rounds / calls
const whole = costs.hand.map(
  (cost, round) => (cost + ofDatabase("hand")) / (costs.paginate[round]! + ofDatabase("paginate")),
)
const { middle, low, high } = intervalOf(whole)
const text = (name: keyof typeof ways) => [
  name,
  `${median(costs[name]).toFixed(1)} µs`,
  `${ofDatabase(name).toFixed(1)} µs`,
]
console.log(`\n${table(["a page", "this process", "PostgreSQL"], names.map(text))}`)
const ratio = `${middle.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
console.log(`\nby hand / paginate(): ${ratio}, ${middle < goal ? "MISSED" : "reached"}: at least ${goal}\n`)
process.exitCode = middle < goal ? 1 : 0
