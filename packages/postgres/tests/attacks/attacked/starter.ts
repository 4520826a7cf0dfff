import { sql } from "kysely"
import { createApp, module } from "trivet"
import { api } from "trivet/api"
import { Database, type Migration, postgres } from "../../../src/index.ts"

// An application that migrates at its start, one of several that start at once.
class Db extends Database<Record<string, never>> {}

// Nothing here would refuse to run twice: the test counts the rows.
const recording = (name: string, row: string): Migration => ({
  name,
  up: async (db) => {
    await sql`create table if not exists runs (name text)`.execute(db)
    await sql`insert into runs select ${row} from pg_sleep(0.1)`.execute(db)
  },
})
const names = ["1-runs", "2-slow", "3-last"]
const database = postgres(Db, {
  migrateAtStart: true,
  migrations: [
    ...names.map((name) => recording(name, name)),
    { package: "@acme/runs", migrations: [recording("1-runs", "package")] },
  ],
})

const app = await createApp(module({ name: "root", imports: [database] }), { platform: api() })
await app.stop()
