import { BearerAuth } from "@trivet/auth"
import { type Context, group, implement, inject, PublicError } from "trivet"
import { Notes } from "./notes-contract.ts"
import { NotesStore } from "./notes-store.ts"

/** Answers `/notes`. Everybody sees only his own: every query of the store asks for the user, too. */
export class NotesController {
  readonly #notes = inject(NotesStore)

  routes() {
    return [group("", [BearerAuth], implement(Notes, this))]
  }

  index(ctx: Context<typeof Notes.index, "user_id">) {
    return this.#notes.list(ctx.get("user_id"))
  }

  async show(ctx: Context<typeof Notes.show, "user_id">) {
    const note = await this.#notes.find(ctx.param("id"), ctx.get("user_id"))
    return note ?? notFound()
  }

  async create(ctx: Context<typeof Notes.create, "user_id">) {
    const { title, text = "" } = await ctx.bind()
    return ctx.status(201).json(await this.#notes.insert({ title, text }, ctx.get("user_id")))
  }

  async update(ctx: Context<typeof Notes.update, "user_id">) {
    const { title, text = "" } = await ctx.bind()
    const note = await this.#notes.update(ctx.param("id"), { title, text }, ctx.get("user_id"))
    return note ?? notFound()
  }

  async delete(ctx: Context<typeof Notes.delete, "user_id">) {
    await this.#notes.delete(ctx.param("id"), ctx.get("user_id"))
    return undefined
  }
}

function notFound(): never {
  throw new PublicError(404, "Note not found")
}
