// A program of tests/mixing.test.ts. Each call has an id, which is also that of its trace. Whatever the call does must
// find that id, and says so: in log lines, in spans and in comments of SQL.
import { setTimeout as sleep } from "node:timers/promises"
import { trace } from "@opentelemetry/api"
import { Database, postgres } from "@trivet/postgres"
import { telemetry, tracedFetch } from "@trivet/telemetry"
import { sql } from "kysely"
import { type Context, createJsonLog, get, inject, Log, module, requestId, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { registerSdk } from "../testing/register-sdk.ts"

const { RECEIVER, DATABASE, OTHER_PORT, CALLS } = process.env as Record<string, string>
registerSdk(RECEIVER!)

class Db extends Database<Record<string, never>> {}

/** Opens when all calls have arrived, so that they all run at once. */
let arrived = 0
const gate = Promise.withResolvers<void>()
function arrive(): Promise<void> {
  if (++arrived === Number(CALLS)) gate.resolve()
  return gate.promise
}

/** Knows nothing of calls. */
class Work {
  readonly #db = inject(Db)
  readonly #log = inject(Log)

  /** Asks PostgreSQL what it was asked, and logs and traces it. `id` is what all of it must agree with. */
  async query(id: string, place: string): Promise<void> {
    const text = sql<{ query: string; id: string }>`
      select query, ${id}::text as id from pg_stat_activity where pid = pg_backend_pid()`
    const { rows } = await text.execute(this.#db)
    this.note(rows[0]!.id, place, rows[0]!.query)
  }
  note(id: string, place: string, query?: string): void {
    this.#log.info({ id, place, ...(query !== undefined && { query }) }, "note")
    trace
      .getTracer("busy")
      .startSpan(place, { attributes: { "test.id": id } })
      .end()
  }
}

type Called = Context<"/:id">

class Busy {
  readonly #work = inject(Work)

  routes() {
    return routes([
      get("/query/:id", this.query),
      get("/timers/:id", this.timers),
      get("/pieces/:id", this.pieces),
      get("/other/:id", this.other),
      get("/leaves/:id", this.leaves),
      get("/inner/:id", this.inner),
    ])
  }
  async query(ctx: Called) {
    await arrive()
    await this.#work.query(ctx.param("id"), "query")
    return { id: ctx.param("id") }
  }
  async timers(ctx: Called) {
    const id = ctx.param("id")
    await arrive()
    await sleep(Math.random() * 20)
    this.#work.note(id, "timer")
    await new Promise<void>((go) => {
      setImmediate(() => {
        this.#work.note(id, "immediate")
        queueMicrotask(go)
      })
    })
    await this.#work.query(id, "after timers")
    return { id }
  }
  async *pieces(ctx: Called) {
    const id = ctx.param("id")
    await arrive()
    try {
      for (let piece = 0; piece < 3; piece++) {
        await this.#work.query(id, "piece")
        yield { id }
      }
    } finally {
      this.#work.note(id, "end of pieces")
    }
  }
  async other(ctx: Called) {
    const id = ctx.param("id")
    await arrive()
    const url = `http://127.0.0.1:${OTHER_PORT}/inner/${id}`
    const reply = await tracedFetch(url, { headers: { "x-request-id": id }, signal: ctx.signal })
    await reply.text()
    this.#work.note(id, "after fetch")
    return { id }
  }
  async inner(ctx: Called) {
    await this.#work.query(ctx.param("id"), "inner")
    return { id: ctx.param("id") }
  }
  /** The client disconnects after the first piece. */
  async *leaves(ctx: Called) {
    const id = ctx.param("id")
    await arrive()
    const gone = Promise.withResolvers<void>()
    ctx.signal.addEventListener("abort", () => {
      this.#work.note(id, "aborted")
      gone.resolve()
    })
    yield { id }
    await gone.promise
    await this.#work.query(id, "after abort")
  }
}

const App = module({
  name: "busy",
  imports: [
    postgres(Db, {
      url: DATABASE!,
      maxConnections: 4,
      acquireTimeout: 120_000,
      statementTimeout: 120_000,
      commentQueries: true,
    }),
  ],
  declarations: [Busy, Work],
})

await serve(App, {
  platform: api(),
  log: createJsonLog(),
  middlewares: [requestId(), telemetry({ attributes: (ctx) => ({ "test.id": ctx.header("x-request-id") }) })],
  overload: false,
  maxConnections: 10_000,
})
