import { command, type Context, dto, group, inject, PublicError, routes } from "trivet"
import { AccountsStore } from "../accounts/accounts-store.ts"
import { Db } from "../database/db.ts"
import type { Actor } from "../tickets/actor.ts"
import { ticketFilter } from "../tickets/ticket.ts"
import { TicketsStore } from "../tickets/tickets-store.ts"
import { UsersStore } from "../users/users-store.ts"

const list = {
  path: "list",
  accepts: { query: dto({ ...ticketFilter, limit: "integer,min=1,max=1000,default=20" }) },
} as const

// Whoever has the command line of the server sees what agents see.
const operator: Actor = { id: "00000000-0000-0000-0000-000000000000", isAgent: true, isVerified: true }

/** What those do who run the help desk. */
export class OperatorsCommands {
  readonly #db = inject(Db)
  readonly #users = inject(UsersStore)
  readonly #accounts = inject(AccountsStore)
  readonly #tickets = inject(TicketsStore)

  routes() {
    return routes([
      group("users", [
        command("agent/:email", this.makeAgent, { summary: "Make a user an agent" }),
        command("customer/:email", this.makeCustomer, { summary: "Make an agent a customer again" }),
        command("verify/:email", this.verify, { summary: "Confirm the e-mail address of a user" }),
      ]),
      group("tickets", [
        command(list.path, this.list, { summary: "List tickets, the newest first", accepts: list.accepts }),
      ]),
    ])
  }

  async makeAgent(ctx: Context<"agent/:email">) {
    return this.#setRole(ctx.param("email"), "agent")
  }

  async makeCustomer(ctx: Context<"customer/:email">) {
    return this.#setRole(ctx.param("email"), "user")
  }

  async verify(ctx: Context<"verify/:email">) {
    const { id, email } = await this.#find(ctx.param("email"))
    await this.#accounts.verify(id, email)
    return { email, verified: true }
  }

  async list(ctx: Context<typeof list>) {
    const { limit, ...filter } = ctx.input("query")
    return (await this.#tickets.page(operator, filter, { limit })).items
  }

  async #setRole(email: string, role: "agent" | "user") {
    const { id } = await this.#find(email)
    await this.#db.updateTable("users").set({ role }).where("id", "=", id).execute()
    return { email, role }
  }

  async #find(email: string) {
    const user = await this.#users.findByEmail(email)
    if (user === undefined) throw new PublicError(404, `No user has the address ${email}`)
    return user
  }
}
