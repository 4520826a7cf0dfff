import { type Context, inject, type OutputOf } from "trivet"
import type { User as StoredUser } from "../user.ts"
import { UsersService } from "../users-service.ts"
import type { NewUser, User, UsersV1 } from "./users-contract.ts"

/** Answers version 1 from the same service as version 2. */
export class UsersV1Controller {
  readonly #users = inject(UsersService)

  index() {
    return this.#users.all().map(toUser)
  }

  show(ctx: Context<typeof UsersV1.show>) {
    const user = this.#users.find(ctx.param("id"))
    return user === undefined ? ctx.status(404).json({ error: "User not found" }) : toUser(user)
  }

  async create(ctx: Context<typeof UsersV1.create>) {
    return ctx.status(201).json(toUser(this.#users.add(fromNew(await ctx.bind()))))
  }

  async update(ctx: Context<typeof UsersV1.update>) {
    const user = this.#users.replace(ctx.param("id"), fromNew(await ctx.bind()))
    return user === undefined ? ctx.status(404).json({ error: "User not found" }) : toUser(user)
  }

  delete(ctx: Context<typeof UsersV1.delete>) {
    this.#users.remove(ctx.param("id"))
    return undefined
  }
}

function toUser({ id, email, first, last }: StoredUser): OutputOf<typeof User> {
  return { id, email, name: last === "" ? first : `${first} ${last}` }
}

function fromNew({ email, name }: OutputOf<typeof NewUser>) {
  // From the second character on: a first name is never empty.
  const space = name.indexOf(" ", 1)
  return space === -1
    ? { email, first: name, last: "" }
    : { email, first: name.slice(0, space), last: name.slice(space + 1) }
}
