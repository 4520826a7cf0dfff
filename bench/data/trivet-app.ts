import { Database, postgres } from "@trivet/postgres"
import { sql } from "kysely"
import { type App, type Context, createApp, get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { poolSize, type UserRow } from "./users-table.ts"

class Db extends Database<{ users: UserRow }> {}

const columns = ["id", "name", "email", "age", "role", "active", "created_at"] as const

class PreparedController {
  readonly #db = inject(Db)
  readonly #byId = this.#db.prepare((db, id: string) =>
    db
      .selectFrom("users")
      .select(columns)
      .where("id", "=", sql<number>`${id}`),
  )

  routes() {
    return routes([get("/users/:id", this.show), get("/transactions/:id", this.showInTransaction)])
  }
  async show(ctx: Context<"/users/:id">) {
    const user = await this.#byId.first(ctx.param("id"))
    return user ?? ctx.status(404).json({ error: "User not found" })
  }
  async showInTransaction(ctx: Context<"/transactions/:id">) {
    const user = await this.#db.transact(() => this.#byId.first(ctx.param("id")))
    return user ?? ctx.status(404).json({ error: "User not found" })
  }
}

class BuildingController {
  readonly #db = inject(Db)

  routes() {
    return routes([get("/users/:id", this.show), get("/transactions/:id", this.showInTransaction)])
  }
  async show(ctx: Context<"/users/:id">) {
    return (await this.#find(ctx.param("id"))) ?? ctx.status(404).json({ error: "User not found" })
  }
  async showInTransaction(ctx: Context<"/transactions/:id">) {
    const user = await this.#db.transact(() => this.#find(ctx.param("id")))
    return user ?? ctx.status(404).json({ error: "User not found" })
  }
  #find(id: string) {
    const query = this.#db.selectFrom("users").select(columns).where("id", "=", Number(id))
    return query.executeTakeFirst()
  }
}

/** The Trivet application, whose query is prepared at boot or built for every call. */
export function createDataApp(query: "prepared" | "built"): Promise<App> {
  const controller = query === "prepared" ? PreparedController : BuildingController
  const database = postgres(Db, { maxConnections: poolSize })
  return createApp(module({ name: "users", imports: [database], declarations: [controller] }), {
    platform: api(),
  })
}
