import {
  AccessTokens,
  auth,
  BearerAuth,
  Revocations,
  sessionCookie,
  SessionAuth,
  Sessions,
} from "@trivet/auth"
import { job, jobMigrations, jobs, Jobs } from "@trivet/jobs"
import { Database, type Migration, postgres } from "@trivet/postgres"
import { redis } from "@trivet/redis"
import { sql } from "kysely"
import {
  type Context,
  contract,
  createJsonLog,
  dto,
  events,
  group,
  implement,
  inject,
  KeyValue,
  module,
  get,
  post,
  routes,
  stream,
  Topics,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// One version of an application. Another one runs beside it, against the same database and the same Redis.
const appVersion = "0.1"
const topic = "posts"

interface Tables {
  readonly done: { readonly id: string; readonly enqueued_by: string; readonly ran_by: string }
}
class Db extends Database<Tables> {}

const done: Migration = {
  name: "001-done",
  up: (db) => sql`create table done (id text, enqueued_by text, ran_by text)`.execute(db),
}

const Payload = dto({ id: "required", by: "required" })
const Work = contract({ note: job("work/note", { accepts: { body: Payload } }) })
const Post = dto({ at: "required,integer" })
const Calls = contract({
  work: { method: "POST", path: "/work", accepts: { body: dto({ id: "required" }) } },
  publish: { method: "POST", path: "/posts", accepts: { body: dto({ at: "required,integer" }) } },
  watch: { method: "GET", path: "/posts", returns: { 200: stream(Post) } },
})

class Controller {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #topics = inject(Topics)
  readonly #sessions = inject(Sessions)
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)

  routes() {
    return routes([
      ...implement(Work, this),
      ...implement(Calls, this),
      post("/login", this.login),
      group("/me", [SessionAuth], [get("/session", () => ({ ok: true }))]),
      group("/me", [BearerAuth], [get("/token", () => ({ ok: true }))]),
      get("/version", () => ({ appVersion })),
    ])
  }

  async work(ctx: Context<typeof Calls.work>) {
    const { id } = await ctx.bind()
    await this.#jobs.enqueue(Work.note, { id, by: appVersion })
    return ctx.status(201).json({})
  }

  async note(ctx: Context<typeof Work.note>) {
    const { id, by } = await ctx.bind()
    await this.#db.insertInto("done").values({ id, enqueued_by: by, ran_by: appVersion }).execute()
  }

  async publish(ctx: Context<typeof Calls.publish>) {
    const { at } = await ctx.bind()
    await this.#topics.publish(topic, { at })
    return ctx.status(201).json({})
  }

  async watch(ctx: Context<typeof Calls.watch>) {
    return events(await this.#topics.subscribe(ctx, topic, Post))
  }

  async login() {
    const generation = await this.#revocations.generationOf("1")
    const session = await this.#sessions.create("1", generation)
    const token = await this.#tokens.create({ user_id: "1", email: "ada@example.com" }, generation)
    return { cookie: `${sessionCookie}=${session}`, token }
  }
}

const database = postgres(Db, {
  url: process.env["DATABASE_URL"]!,
  migrations: [jobMigrations, done],
  migrateAtStart: true,
  maxConnections: 5,
})
const store = redis({
  prefix: process.env["PREFIX"]!,
  url: process.env["REDIS_URL"]!,
  provides: [KeyValue, Topics],
  topics: { history: 10_000 },
})
const credentials = auth({ imports: [store], settings: { secret: "x".repeat(32), issuer: "side-by-side" } })
const root = module({
  name: "app",
  imports: [database, store, credentials, jobs({ database: Db, imports: [database] })],
  declarations: [Controller],
})
const log = createJsonLog({ write: (line) => void process.stderr.write(`${line}\n`) })
const { url } = await serve(root, { platform: api(), log, port: 0, host: "127.0.0.1", overload: false })
process.send?.({ url })
