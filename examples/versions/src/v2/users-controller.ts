import { type Context, inject, type OutputOf } from "trivet"
import type { User as StoredUser } from "../user.ts"
import { UsersService } from "../users-service.ts"
import type { User, UsersV2 } from "./users-contract.ts"

/** Answers version 2 from the same service as version 1. */
export class UsersV2Controller {
  readonly #users = inject(UsersService)

  index(ctx: Context<typeof UsersV2.index>) {
    const { limit = 10, after, reverse = false } = ctx.input("query")
    const users = reverse ? this.#users.all().toReversed() : this.#users.all()
    const first = after === undefined ? 0 : users.findIndex(({ id }) => id === after) + 1
    return users.slice(first, first + limit).map(toUser)
  }

  show(ctx: Context<typeof UsersV2.show>) {
    const user = this.#users.find(String(ctx.input("params").id))
    return user === undefined ? ctx.status(404).json({ error: "User not found" }) : toUser(user)
  }

  async create(ctx: Context<typeof UsersV2.create>) {
    const { email, first_name, last_name = "" } = await ctx.bind()
    const taken = this.#users.all().some((user) => user.email.toLowerCase() === email.toLowerCase())
    if (taken) return ctx.status(409).json({ error: "Email already registered" })
    return ctx.status(201).json(toUser(this.#users.add({ email, first: first_name, last: last_name })))
  }

  remove(ctx: Context<typeof UsersV2.remove>) {
    return this.#users.remove(ctx.param("id")) ? undefined : ctx.status(404).json({ error: "User not found" })
  }
}

function toUser({ id, email, first, last }: StoredUser): OutputOf<typeof User> {
  return { id, email, first_name: first, last_name: last }
}
