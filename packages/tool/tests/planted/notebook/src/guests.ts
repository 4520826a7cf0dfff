import { type Context, del, dto, group, inject, post, PublicError, routes } from "trivet"
import { Accounts, Signed } from "./accounts.ts"
import { Notes } from "./notes.ts"

const inviting = { accepts: { body: dto({ email: "required,email" }) } } as const

/** The users who may read the notes of the caller. */
export class GuestsController {
  readonly #accounts = inject(Accounts)
  readonly #notes = inject(Notes)

  routes() {
    return routes([group("/guests", [Signed], [post("", this.create, inviting), del("/:id", this.delete)])])
  }

  async create(ctx: Context<"/guests", "user_id">) {
    const { email } = await ctx.bind(inviting.accepts.body)
    const guest = this.#accounts.findByEmail(email)
    if (guest === undefined) throw new PublicError(404, "Nobody has this address")
    const { id } = this.#notes.addGuest(ctx.get("user_id"), guest.id)
    return ctx.status(201).json({ id })
  }

  delete(ctx: Context<"/guests/:id", "user_id">) {
    const isFound = this.#notes.removeGuest(ctx.param("id"), ctx.get("user_id"))
    if (!isFound) throw new PublicError(404, "There is no such guest")
    return undefined
  }
}
