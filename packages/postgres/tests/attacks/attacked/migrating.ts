import { sql } from "kysely"
import { createApp, module } from "trivet"
import { api } from "trivet/api"
import { Database, postgres } from "../../../src/index.ts"

// An application whose migration takes a minute, for a test that ends the process meanwhile.
class Db extends Database<Record<string, never>> {}

const database = postgres(Db, {
  migrateAtStart: true,
  migrations: [
    {
      name: "1-slow",
      up: async (db) => {
        await sql`alter table records add column slow int`.execute(db)
        await sql`select pg_sleep(60)`.execute(db)
      },
    },
  ],
})

await createApp(module({ name: "root", imports: [database] }), { platform: api() })
