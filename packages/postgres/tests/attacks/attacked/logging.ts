import { get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Database, postgres } from "../../../src/index.ts"

// An application with the default log, whose calls need the database or have an error of their own.
class Db extends Database<{ records: { id: string } }> {}

class RecordsController {
  readonly #db = inject(Db)

  routes() {
    return routes([get("/records", this.list), get("/broken", this.broken)])
  }
  async list() {
    return this.#db.selectFrom("records").selectAll().execute()
  }
  broken() {
    throw new Error("an error of the handler")
  }
}

const database = postgres(Db, {
  migrateAtStart: true,
  migrations: [
    { name: "1-records", up: (db) => db.schema.createTable("records").addColumn("id", "text").execute() },
  ],
})
const root = module({ name: "records", imports: [database], declarations: [RecordsController] })
const { port } = await serve(root, { platform: api(), port: 0, host: "127.0.0.1" })
process.send!(port)
