import { ApiKeys, Revocations } from "@trivet/auth"
import { command, type Context, dto, inject, PublicError, routes } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { RegisterDTO } from "./register-dto.ts"
import { Registration } from "./registration.ts"
import { publicUser, type StoredUser } from "./user.ts"
import { UsersStore } from "./users-store.ts"

const create = {
  path: "users/create",
  summary: "Create a user; the password comes from standard input",
  accepts: { query: dto({ email: "required,email", name: "required,line,max=200" }) },
} as const

const give = { path: "users/role/:email/:role", summary: "Give a user a role: user or admin" } as const
const end = { path: "users/end/:email", summary: "End all sessions, tokens and API keys of a user" } as const

/** The commands about users. */
export class UsersCommands {
  readonly #users = inject(UsersStore)
  readonly #registration = inject(Registration)
  readonly #revocations = inject(Revocations)
  readonly #keys = inject(ApiKeys)
  readonly #events = inject(AuthEvents)

  routes() {
    return routes([
      command(create.path, this.create, create),
      command(give.path, this.giveRole, give),
      command(end.path, this.endAll, end),
    ])
  }

  async create(ctx: Context<typeof create>) {
    const typed = new TextDecoder().decode(await ctx.request().body())
    const given = { ...ctx.input("query"), password: typed.replace(/\r?\n$/, "") }
    const checked = await RegisterDTO["~standard"].validate(given)
    if (checked.issues !== undefined) throw new PublicError(400, "The password needs at least 8 characters")
    const { user } = await this.#registration.create(checked.value, ctx.signal)
    return publicUser(user)
  }

  async giveRole(ctx: Context<typeof give.path>) {
    const role = ctx.param("role")
    if (role !== "user" && role !== "admin") throw new PublicError(400, "A role is user or admin")
    const { id, email } = await this.#userOf(ctx.param("email"))
    await this.#users.setRole(id, role)
    // Tokens name the role that he had: they end, and the next ones name the new one.
    await this.#revocations.revokeUser(id)
    this.#events.log("role given", { user_id: id, role })
    return { email, role }
  }

  async endAll(ctx: Context<typeof end.path>) {
    const { id, email } = await this.#userOf(ctx.param("email"))
    // Tokens first: with one of them another key could be made.
    await this.#revocations.revokeUser(id)
    const api_keys = await this.#keys.revokeAll(id)
    this.#events.log("everything ended", { user_id: id })
    return { email, ended: true, api_keys }
  }

  async #userOf(email: string): Promise<StoredUser> {
    const user = await this.#users.findByEmail(email)
    if (user === undefined) throw new PublicError(404, `Nobody has the e-mail address ${email}`)
    return user
  }
}
