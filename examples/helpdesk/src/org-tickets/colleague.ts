import { type Context, inject, type Next, PublicError } from "trivet"
import { OrganisationsStore } from "../organisations/organisations-store.ts"

/** Lets members of the ticket's organisation through, among those who see the ticket. For others, agents too, there is nothing. */
export class Colleague {
  readonly needs = ["ticket", "user_id"] as const
  readonly provides = ["org_id"] as const
  readonly allows = ["owner", "admin", "member"]
  readonly answers: Readonly<Record<number, string>> = { 404: "Not found, or not a member" }
  readonly #store = inject(OrganisationsStore)

  async handle(ctx: Context<string, "ticket" | "user_id">, next: Next): Promise<unknown> {
    const { org_id } = ctx.get("ticket")
    const role = org_id === null ? undefined : await this.#store.findRole(org_id, ctx.get("user_id"))
    if (org_id === null || role === undefined) throw new PublicError(404, "Not found")
    ctx.set("org_id", org_id)
    return next()
  }
}
