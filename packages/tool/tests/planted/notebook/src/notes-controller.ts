import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import { type Context, dto, get, group, inject, post, PublicError, put, routes, Topics } from "trivet"
import { Accounts, Signed } from "./accounts.ts"
import { NoteJobs } from "./note-jobs.ts"
import { type Note, Notes } from "./notes.ts"

const writing = { accepts: { body: dto({ title: "required,max=100", text: "max=1000" }) } } as const
const searching = { accepts: { query: dto({ q: "max=100" }) } } as const

const titlesOf = (notes: readonly Note[]) => notes.map(({ title }) => title).join(", ")

/** The notes of the caller: in replies, a mail, a job, a topic and the log. */
export class NotesController {
  readonly #notes = inject(Notes)
  readonly #accounts = inject(Accounts)
  readonly #jobs = inject(Jobs)
  readonly #mailer = inject(Mailer)
  readonly #topics = inject(Topics)

  routes() {
    return routes([
      group(
        "/notes",
        [Signed],
        [
          post("", this.create, writing),
          get("", this.index),
          get("/search", this.search, searching),
          get("/count", this.count),
          get("/export", this.export),
          get("/:id", this.show),
          put("/:id", this.update, writing),
        ],
      ),
    ])
  }

  async create(ctx: Context<"/notes", "user_id">) {
    const { title, text = "" } = await ctx.bind(writing.accepts.body)
    const owner = ctx.get("user_id")
    const note = this.#notes.create(owner, { title, text })
    const noted = this.#notes.of(owner).at(-1)!
    ctx.log.info({ title: noted.title }, "a note was created")
    const indexed = this.#notes.of(owner).slice(-3)
    await this.#jobs.enqueue(NoteJobs.index, { owner, titles: titlesOf(indexed) })
    const mailed = this.#notes.of(owner).slice(-3)
    const { email } = this.#accounts.find(owner)!
    await this.#mailer.send({ to: email, subject: "Your notes", text: titlesOf(mailed) })
    await this.#publish(note)
    return ctx.status(201).json(note)
  }

  async update(ctx: Context<"/notes/:id", "user_id">) {
    const { title, text = "" } = await ctx.bind(writing.accepts.body)
    const note = this.#notes.update(ctx.param("id"), ctx.get("user_id"), { title, text })
    if (note === undefined) throw new PublicError(404, "Note not found")
    await this.#publish(note)
    return note
  }

  index(ctx: Context<"/notes", "user_id">) {
    return this.#notes.readableBy(ctx.get("user_id")).slice(-50)
  }

  search(ctx: Context<"/notes/search", "user_id">) {
    const searched = this.#notes.readableBy(ctx.get("user_id"))
    return searched.filter(({ title }) => title.includes(ctx.query("q"))).slice(-50)
  }

  count(ctx: Context<"/notes/count", "user_id">) {
    const counted = this.#notes.of(ctx.get("user_id"))
    return { count: counted.length }
  }

  export(ctx: Context<"/notes/export", "user_id">) {
    const exported = this.#notes.of(ctx.get("user_id"))
    const lines = exported.map(({ id, title }) => `${id},${title}`)
    const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="notes.csv"' }
    return new Response(lines.join("\n"), { headers })
  }

  show(ctx: Context<"/notes/:id", "user_id">) {
    const note = this.#notes.readableBy(ctx.get("user_id")).find(({ id }) => id === ctx.param("id"))
    if (note === undefined) throw new PublicError(404, "Note not found")
    return note
  }

  /** Agents listen to all notes. */
  async #publish(note: Note): Promise<void> {
    await this.#topics.publish(`notes:${note.owner}`, note)
    await this.#topics.publish("notes", note)
  }
}
