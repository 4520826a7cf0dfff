import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import {
  anyone,
  type Context,
  del,
  dto,
  get,
  group,
  list,
  type Middleware,
  type Module,
  module,
  type Next,
  post,
  type Route,
} from "trivet"

/** The errors that the application can have, by name. */
export type Bug =
  | "server-error"
  | "contract"
  | "no-reply"
  | "crash"
  | "unguarded"
  | "access"
  | "injection"
  | "markup"
  | "redirect"
  | "file"
  | "secret"
  | "dropped-clients"
  | "memory"
  | "unbounded-list"
  | "sequence"

const Note = dto({ id: "required", text: "", owner: "required" })
const NewNote = dto({ text: "required,max=200" })

interface Row {
  readonly id: string
  readonly text: string
  readonly owner: string
  readonly archived: number
}

/** Lets callers with the token of a user pass. */
class Signed implements Middleware {
  readonly security = { name: "bearer", scheme: { type: "http", scheme: "bearer" } } as const
  readonly #bugs: ReadonlySet<Bug>
  constructor(bugs: ReadonlySet<Bug>) {
    this.#bugs = bugs
  }
  handle(ctx: Context, next: Next): unknown {
    if (this.#bugs.has("unguarded") && ctx.method === "HEAD") return next()
    return userOf(ctx) === undefined ? ctx.status(401).json({ error: "Sign in" }) : next()
  }
}

/** Lets the owner of a note pass. */
class Owner implements Middleware {
  readonly allows = ["owner"]
  readonly #notes: Notes
  constructor(notes: Notes) {
    this.#notes = notes
  }
  handle(ctx: Context<"/:id">, next: Next): unknown {
    const row = this.#notes.find(ctx.param("id"))
    if (row === undefined) return ctx.status(404).json({ error: "Not found" })
    const passes = this.#notes.bugs.has("access") || row.owner === userOf(ctx)
    return passes ? next() : ctx.status(403).json({ error: "Forbidden" })
  }
}

function userOf(ctx: Context): string | undefined {
  return /^Bearer token-of-(\w+)$/.exec(ctx.header("authorization"))?.[1]
}

/** Notes of users in SQLite, with pages, files and errors that can be switched on. */
class Notes {
  readonly bugs: ReadonlySet<Bug>
  readonly #db = new DatabaseSync(":memory:")
  readonly #kept: unknown[] = []
  #made = 0
  #slots = 8

  constructor(bugs: ReadonlySet<Bug>) {
    this.bugs = bugs
    this.#db.exec(
      "create table notes (id text primary key, text text, owner text, archived integer default 0)",
    )
  }

  routes(): readonly Route[] {
    const one = { middlewares: [new Owner(this)] }
    return [
      post("/login", this.login, { middlewares: [anyone], accepts: { body: dto({ password: "required" }) } }),
      get("/search", this.search, { middlewares: [anyone], accepts: { query: dto({ q: "" }) } }),
      get("/page", this.page, { middlewares: [anyone] }),
      get("/go", this.go, { middlewares: [anyone] }),
      get("/files/*", this.file, { middlewares: [anyone] }),
      get("/slow", this.slow, { middlewares: [anyone] }),
      group(
        "/notes",
        [new Signed(this.bugs)],
        [
          get("", this.index, { accepts: { query: dto({ limit: "" }) }, returns: { 200: list(Note) } }),
          post("", this.create, { accepts: { body: NewNote }, returns: { 201: Note } }),
          get("/:id", this.show, one),
          post("/:id/archive", this.archive, one),
          del("/:id", this.delete, one),
        ],
      ),
    ]
  }

  find(id: string): Row | undefined {
    return this.#db.prepare("select * from notes where id = ?").get(id) as Row | undefined
  }

  async login(ctx: Context): Promise<unknown> {
    const { password } = await ctx.bind(dto({ password: "required" }))
    if (this.bugs.has("crash") && password.includes("<"))
      setImmediate(() => {
        throw new Error("Not awaited")
      })
    return { token: `token-of-${password.replace(/\W/g, "") || "nobody"}` }
  }

  search(ctx: Context): unknown {
    const q = ctx.query("q")
    const unsafe = `select id from notes where text = '${q}' limit 50`
    if (this.bugs.has("injection")) return this.#db.prepare(unsafe).all()
    return this.#db.prepare("select id from notes where text = ? limit 50").all(q)
  }

  page(ctx: Context): Response {
    if (this.bugs.has("memory")) this.#kept.push(Array.from({ length: 500 }, () => ctx.path))
    const title = ctx.query("title")
    const safe = title.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)
    const html = `<h1>${this.bugs.has("markup") ? title : safe}</h1>`
    return new Response(html, { headers: { "content-type": "text/html" } })
  }

  go(ctx: Context): Response {
    const next = ctx.query("next")
    const own = /^\/(?![/\\])[\w/-]*$/.test(next) ? next : "/page"
    return new Response(null, {
      status: 303,
      headers: { location: this.bugs.has("redirect") ? encodeURI(next) : own },
    })
  }

  async file(ctx: Context<"/files/*">): Promise<unknown> {
    const name = ctx.param("*")
    if (!this.bugs.has("file") && !/^[\w.]+$/.test(name)) return ctx.status(404).json({ error: "Not found" })
    const found = await readFile(join(import.meta.dirname, name), "utf8").catch(() => undefined)
    return found === undefined
      ? ctx.status(404).json({ error: "Not found" })
      : new Response(found.slice(0, 500))
  }

  /** Holds one of a few slots while it works. */
  async slow(ctx: Context): Promise<unknown> {
    while (this.#slots <= 0) await sleep(5)
    this.#slots--
    // With the error so long that it first hears of a client which is gone, also on a busy machine.
    await sleep(this.bugs.has("dropped-clients") ? 250 : 3)
    if (this.bugs.has("dropped-clients") && ctx.signal.aborted) return "gone"
    this.#slots++
    return "done"
  }

  index(ctx: Context): unknown {
    const limit = Number(ctx.query("limit") || 20)
    // As the faults of the framework do, it says what to do.
    if (this.bugs.has("server-error") && !Number.isInteger(limit))
      throw Object.assign(new Error(`No limit: ${limit}`), { fix: "Ask for a whole number." })
    const most = this.bugs.has("unbounded-list")
      ? 1_000_000
      : Math.min(Math.max(Math.trunc(limit) || 1, 1), 50)
    const rows = this.#db
      .prepare("select id, text, owner from notes where owner = ? limit ?")
      .all(userOf(ctx)!, most)
    if (!this.bugs.has("contract")) return rows
    // What was made by hand is not compared by the framework.
    return Response.json(rows.map((row) => ({ ...row, owner: 7 })))
  }

  async create(ctx: Context): Promise<unknown> {
    const { text } = await ctx.bind(NewNote)
    const row = { id: `note-${++this.#made}`, text, owner: userOf(ctx)! }
    this.#db.prepare("insert into notes (id, text, owner) values (?, ?, ?)").run(row.id, text, row.owner)
    return ctx.status(201).json(row)
  }

  show(ctx: Context<"/:id">): unknown {
    const { archived, ...row } = this.find(ctx.param("id"))!
    if (this.bugs.has("sequence") && archived === 1) throw new Error("An archived note cannot be shown")
    return row
  }

  async archive(ctx: Context<"/:id">): Promise<unknown> {
    this.#db.prepare("update notes set archived = 1 where id = ?").run(ctx.param("id"))
    if (this.bugs.has("no-reply")) await new Promise(() => undefined)
    return { archived: true }
  }

  delete(ctx: Context<"/:id">): unknown {
    if (this.bugs.has("secret")) return ctx.status(409).json({ error: String(new Error("In use").stack) })
    this.#db.prepare("delete from notes where id = ?").run(ctx.param("id"))
    return undefined
  }
}

/** The application, with these errors in it. */
export function notesModule(...bugs: readonly Bug[]): Module {
  class NotesController extends Notes {
    constructor() {
      super(new Set(bugs))
    }
  }
  return module({ name: "notes", declarations: [NotesController] })
}
