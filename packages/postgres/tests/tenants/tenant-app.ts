import {
  createTenantRole,
  Database,
  inTransaction,
  type Migration,
  postgres,
  protectTable,
} from "@trivet/postgres"
import { type Generated, type Kysely, sql, type Transaction } from "kysely"
import { type Context, get, group, inject, module, type Next, post, routes } from "trivet"

declare module "trivet" {
  interface ContextValues {
    org_id: string
    tenant_trx: Transaction<Tables>
  }
}

interface Tables {
  tickets: { id: Generated<string>; org_id: Generated<string>; title: string }
}
export class TenantDb extends Database<Tables> {}

/** The role is that of the test's server: tests that run at the same time share it. */
export const role = "trivet_test_tenants"

const tickets: Migration = {
  name: "1-tickets",
  up: async (db: Kysely<unknown>) => {
    await createTenantRole(db, role)
    await sql`create table tickets (id bigint primary key generated always as identity, org_id bigint not null, title text not null)`.execute(
      db,
    )
    await sql`create index on tickets (org_id, id)`.execute(db)
    await protectTable(db, "tickets", { tenant: "org_id" })
  },
}

/** The database of these tests, with further migrations. */
export function tenantDatabase(url: string, more: readonly Migration[] = [], except: readonly string[] = []) {
  return postgres(TenantDb, {
    url,
    migrations: [tickets, ...more],
    migrateAtStart: true,
    tenant: { column: "org_id", role, except },
  })
}

/** Whose call it is. */
export class Org {
  readonly provides = ["org_id"] as const
  handle(ctx: Context, next: Next) {
    const org = ctx.header("x-org")
    if (org !== "") ctx.set("org_id", org)
    return next()
  }
}

/** A store as the templates write it, without one condition. */
class TicketsStore {
  readonly #db = inject(TenantDb)

  all() {
    return this.#db.selectFrom("tickets").select(["id", "org_id", "title"]).orderBy("id").execute()
  }
  insert(title: string) {
    return this.#db
      .insertInto("tickets")
      .values({ title })
      .returning(["id", "org_id"])
      .executeTakeFirstOrThrow()
  }
  forgotten() {
    return this.#db.outsideTransaction().selectFrom("tickets").select("org_id").execute()
  }
}

class TicketsController {
  readonly #db = inject(TenantDb)
  readonly #store = inject(TicketsStore)

  routes() {
    const behind = [Org, inTransaction(TenantDb, { key: "tenant_trx", tenant: "org_id" })]
    return routes([
      group("/tickets", behind, [
        get("", () => this.#store.all()),
        post("", (ctx) => this.#store.insert(`of ${ctx.header("x-org")}`)),
        get("/forgotten", () => this.#store.forgotten()),
      ]),
      group("", [Org], [get("/stream", () => this.read()), post("/own", () => this.own())]),
      get("/plain", () => this.#store.all()),
    ])
  }
  async *read() {
    yield await this.#db.transact(() => this.#store.all())
  }
  async own() {
    const insert = () => this.#store.insert("own").then(({ org_id }) => org_id)
    return [await this.#db.transact(insert), await this.#db.transact(insert, { tenant: { org_id: 8 } })]
  }
}

/** An application of two tenants, `x-org: 1` and `x-org: 2`. */
export const tenantModule = (url: string) =>
  module({
    name: "tenants",
    imports: [tenantDatabase(url)],
    declarations: [TicketsController, TicketsStore, Org],
  })
