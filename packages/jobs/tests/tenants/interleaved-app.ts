import {
  createTenantRole,
  Database,
  type DatabaseOptions,
  inTransaction,
  type Migration,
  postgres,
  protectTable,
} from "@trivet/postgres"
import { type Generated, type Kysely, sql, type Transaction } from "kysely"
import {
  type Context,
  contract,
  dto,
  get,
  group,
  implement,
  inject,
  module,
  type Next,
  post,
  PublicError,
  routes,
  socket,
  type SocketContext,
} from "trivet"
import { job, jobMigrations, Jobs, jobs } from "../../src/index.ts"

declare module "trivet" {
  interface ContextValues {
    org_id: string
    orgs_trx: Transaction<Tables>
  }
}

interface Tables {
  tickets: { id: Generated<string>; org_id: Generated<string>; title: string }
}
export class OrgsDb extends Database<Tables> {}

const tickets: Migration = {
  name: "1-tickets",
  up: async (db: Kysely<unknown>) => {
    await sql`create table tickets (id bigint primary key generated always as identity, org_id bigint not null, title text not null)`.execute(
      db,
    )
    await sql`create index on tickets (org_id, id)`.execute(db)
    await protectTable(db, "tickets", { tenant: "org_id" })
  },
}

/** Tables and grants for a role. */
export const orgMigrations = (role: string): NonNullable<DatabaseOptions["migrations"]> => [
  { name: "0-role", up: (db: Kysely<unknown>) => createTenantRole(db, role) },
  jobMigrations,
  tickets,
]

class Org {
  readonly provides = ["org_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("org_id", ctx.query("org") ?? "")
    return next()
  }
}

/** Without one condition. Each row says who made it, so that the rows can be counted afterwards. */
class TicketsStore {
  readonly #db = inject(OrgsDb)

  all() {
    return this.#db.selectFrom("tickets").select(["id", "org_id"]).orderBy("id", "desc").limit(20).execute()
  }
  insert(org: string, how: string) {
    return this.#db
      .insertInto("tickets")
      .values({ title: `${org} ${how}` })
      .returning("org_id")
      .execute()
  }
  /** Rows of all organisations would be changed too. */
  touch() {
    return this.#db
      .updateTable("tickets")
      .set({ title: sql`title` })
      .where("id", "in", (db) => db.selectFrom("tickets").select("id").orderBy("id").limit(5))
      .returning("org_id")
      .execute()
  }
  async sleep(seconds: number) {
    await sql`select pg_sleep(${seconds})`.execute(this.#db)
  }
}

const Payload = dto({ org: "required", fails: "boolean" })
export const Work = contract({ work: job("tickets/work", { accepts: { body: Payload }, retry: 0 }) })
const Said = dto({ org: "required" })
const Watch = { path: "/watch", accepts: { message: Said } } as const

class TicketsController {
  readonly #db = inject(OrgsDb)
  readonly #store = inject(TicketsStore)
  readonly #jobs = inject(Jobs)

  routes() {
    const store = this.#store
    const inOrg = [Org, inTransaction(OrgsDb, { key: "orgs_trx", tenant: "org_id", timeout: 1_000 })] as const
    return routes([
      group("/tickets", inOrg, [
        get("", () => store.all()),
        post("", (ctx: Context<"", "org_id">) => store.insert(ctx.get("org_id"), "kept")),
        post("/touch", () => store.touch()),
        get("/parallel", () => Promise.all([store.all(), store.all()])),
        get("/slow", this.slow),
        get("/late", this.late),
        post("/fails", this.fails),
        post("/enqueue", this.enqueue),
        post("/enqueue-fails", this.enqueueFails),
        get("/outside", () => this.#db.outsideTransaction().selectFrom("tickets").select("org_id").execute()),
      ]),
      // No middleware for the transaction: each read has its own, of the tenant of the call.
      group(
        "",
        [Org],
        [
          get("/stream", () => this.read()),
          socket(Watch.path, this.watch, Watch),
          get("/plain", () => store.all()),
        ],
      ),
      // A job has the tenant of the call that has enqueued it.
      ...implement(Work, this, { work: [inTransaction(OrgsDb, { key: "orgs_trx" })] }),
    ])
  }
  async slow() {
    await this.#store.sleep(0.02)
    return this.#store.all()
  }
  async late() {
    await this.#store.sleep(3)
    return this.#store.all()
  }
  async fails(ctx: Context<"", "org_id">) {
    await this.#store.insert(ctx.get("org_id"), "rolled back")
    throw new PublicError(422, "No")
  }
  async enqueue(ctx: Context<"", "org_id">) {
    const id = await this.#jobs.enqueue(Work.work, { org: ctx.get("org_id"), fails: Math.random() < 0.2 })
    return { id }
  }
  async enqueueFails(ctx: Context<"", "org_id">) {
    await this.#jobs.enqueue(Work.work, { org: ctx.get("org_id"), fails: true })
    throw new PublicError(422, "No")
  }
  async work(ctx: Context<(typeof Work)["work"]>) {
    const { org, fails } = await ctx.bind()
    await this.#store.touch()
    await this.#store.insert(org, fails ? "rolled back" : "job")
    if (fails) throw new Error("rolled back")
  }
  async *read() {
    for (let read = 0; read < 3; read++) yield await this.#db.transact(() => this.#store.all())
  }
  async watch(ctx: SocketContext<typeof Watch>) {
    for await (const { org } of ctx.messages)
      ctx.send(
        await this.#db.transact(async () => [
          ...(await this.#store.insert(org, "socket")),
          ...(await this.#store.all()),
        ]),
      )
  }
}

/** The database of these tests: its role is that of the connections, or behind a pooler of the login. */
export function orgsModule(options: DatabaseOptions, role: string) {
  const OrgsDbModule = postgres(OrgsDb, {
    // Calls wait for their turn: there are many more than connections.
    acquireTimeout: 60_000,
    maxConnections: 4,
    ...options,
    migrations: orgMigrations(role),
    migrateAtStart: true,
    tenant: { column: "org_id", role },
  })
  return module({
    name: "orgs",
    imports: [OrgsDbModule, jobs({ database: OrgsDb, imports: [OrgsDbModule], concurrency: 2 })],
    declarations: [TicketsController, TicketsStore, Org],
  })
}
