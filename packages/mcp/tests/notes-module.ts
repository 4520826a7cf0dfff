import { mcp, type McpOptions } from "@trivet/mcp"
import {
  type Context,
  contract,
  dto,
  group,
  implement,
  list,
  type Middleware,
  module,
  type Module,
  PublicError,
} from "trivet"

const Note = dto({ id: "required", text: "required" })

export const Notes = contract({
  index: {
    method: "GET",
    path: "/notes",
    summary: "Lists the notes",
    accepts: { query: dto({ limit: "integer,min=1,max=10" }) },
    returns: { 200: list(Note) },
  },
  show: {
    method: "GET",
    path: "/notes/:id",
    summary: "Shows a note",
    about: { description: "Ids are those of the list." },
    returns: { 200: Note, 404: dto({ error: "required" }) },
  },
  create: {
    method: "POST",
    path: "/notes",
    summary: "Creates a note",
    accepts: { body: dto({ text: "required,max=40" }), headers: dto({ "x-team": "integer" }) },
    returns: { 201: Note },
  },
  remove: { method: "DELETE", path: "/notes/:id", summary: "Deletes a note", returns: { 204: null } },
  picture: { method: "GET", path: "/picture" },
  slow: { method: "GET", path: "/slow" },
  crash: { method: "PUT", path: "/crash" },
  whoami: { method: "GET", path: "/whoami" },
  /** Not exposed. */
  purge: { method: "DELETE", path: "/notes" },
})

/** Which handlers ran. */
export const runs: string[] = []

/** Resolves when the handler of `slow` sees that its caller is gone. */
export const slowGone = Promise.withResolvers<void>()

/** Lets in whoever knows the token. */
export const guard: Middleware = {
  handle(ctx: Context, next) {
    if (ctx.header("authorization") !== "Bearer right") throw new PublicError(401, "Missing token")
    return next()
  },
}

class NotesController {
  readonly #texts = new Map([["1", "First"]])

  routes() {
    const guarded = { create: [guard], remove: [guard], purge: [guard], crash: [guard] }
    return [group("/api", [], implement(Notes, this, guarded))]
  }
  index(ctx: Context<typeof Notes.index>) {
    runs.push("index")
    const all = [...this.#texts].map(([id, text]) => ({ id, text }))
    return all.slice(0, ctx.input("query").limit)
  }
  show(ctx: Context<typeof Notes.show>) {
    runs.push("show")
    const id = ctx.param("id")
    const text = this.#texts.get(id)
    return text === undefined ? ctx.status(404).json({ error: `No note ${id}` }) : { id, text }
  }
  async create(ctx: Context<typeof Notes.create>) {
    runs.push("create")
    const { text } = await ctx.bind()
    const id = String(this.#texts.size + 1)
    this.#texts.set(id, text)
    return ctx.status(201).json({ id, text: `${text} ${ctx.input("headers")["x-team"] ?? ""}`.trim() })
  }
  remove(ctx: Context<typeof Notes.remove>) {
    runs.push("remove")
    this.#texts.delete(ctx.param("id"))
    return undefined
  }
  picture() {
    runs.push("picture")
    return new Uint8Array([137, 80, 78, 71])
  }
  async slow(ctx: Context<typeof Notes.slow>) {
    runs.push("slow")
    await new Promise<void>((resolve) => ctx.signal.addEventListener("abort", () => resolve()))
    slowGone.resolve()
    return undefined
  }
  crash(): undefined {
    runs.push("crash")
    throw new Error("secret detail")
  }
  whoami(ctx: Context<typeof Notes.whoami>) {
    runs.push("whoami")
    const { cookie, host, accept, "x-forwarded-for": forwarded } = ctx.request().headers()
    const type = ctx.header("content-type")
    return { address: ctx.address, cookie, host, accept, forwarded, type, runs: [...runs] }
  }
  purge() {
    runs.push("purge")
    return undefined
  }
}

const { purge: _, ...exposed } = Notes

/** An application with notes, some of its routes behind a guard. */
export function notesModule(options: Partial<McpOptions> = {}): Module {
  return module({
    name: "notes",
    imports: [mcp({ expose: Object.values(exposed), ...options })],
    declarations: [NotesController],
  })
}
