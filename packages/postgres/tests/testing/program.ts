import { appendFileSync } from "node:fs"
import { sql } from "kysely"
import { createTestDatabase } from "@trivet/postgres/testing"
import { Database, type Migration } from "../../src/index.ts"

// A process that creates databases, as a test file does: node program.ts '{"url": …}'. It prints their addresses.
const { url, table, notes, count, hang, keep } = JSON.parse(process.argv[2]!) as {
  readonly url: string
  readonly table: string
  /** The file with a line for each time that the migration was applied. */
  readonly notes: string
  readonly count: number
  /** Whether the migration never ends. */
  readonly hang: boolean
  /** Whether the process goes on until it is killed, and otherwise ends at once, without dropping anything. */
  readonly keep: boolean
}

const migrations: Migration[] = [
  {
    name: "001-create",
    async up(db) {
      // Only a database gives rows: what looks at the queries does not.
      const { rows } = await sql`select 1 as one`.execute(db)
      await sql`create table ${sql.table(table)} (id int)`.execute(db)
      if (rows.length > 0) appendFileSync(notes, "applied\n")
      if (hang && rows.length > 0) await new Promise(() => setInterval(() => undefined, 1_000))
    },
  },
]

const began = process.cpuUsage()
const databases = await Promise.all(
  Array.from({ length: count }, () => createTestDatabase({ url, migrations })),
)
let rows = 0
for (const { url: own } of databases) {
  const database = new Database<object>({ url: own })
  await database.onStart()
  // Its own data: a database that others use too would have more.
  await sql`insert into ${sql.table(table)} values (1)`.execute(database)
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database)
  rows += found.rows[0]!.n
  await database.onStop()
}
const { user, system } = process.cpuUsage(began)
console.log(JSON.stringify({ urls: databases.map((one) => one.url), rows, cpu: (user + system) / 1e6 }))
if (keep) setInterval(() => undefined, 1_000)
