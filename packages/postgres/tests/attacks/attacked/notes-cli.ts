import { type App, createApp, module } from "trivet"
import { cli, run } from "trivet/cli"
import { Database, postgres } from "../../../src/index.ts"

class Db extends Database<Record<string, never>> {}

const NotesDatabase = postgres(Db, {
  migrations: [
    {
      name: "1-notes",
      up: (db) => db.schema.createTable("notes").addColumn("id", "integer").execute(),
      down: (db) => db.schema.dropTable("notes").execute(),
    },
    {
      name: "2-tags",
      up: (db) => db.schema.createTable("tags").addColumn("id", "integer").execute(),
      down: (db) => db.schema.dropTable("tags").execute(),
    },
    {
      package: "@acme/comments",
      migrations: [
        {
          name: "1-comments",
          up: (db) => db.schema.createTable("comments").addColumn("id", "integer").execute(),
          down: (db) => db.schema.dropTable("comments").execute(),
        },
      ],
    },
  ],
  migrateAtStart: true,
})

/** Commands of a database, which is that of DATABASE_URL. */
export function createNotes(): Promise<App> {
  return createApp(module({ name: "notes", imports: [NotesDatabase] }), { platform: cli() })
}

if (import.meta.main) await run(await createNotes())
