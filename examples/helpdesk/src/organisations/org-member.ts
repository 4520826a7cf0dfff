import { type Context, inject, type Next, PublicError } from "trivet"
import { OrganisationsStore } from "./organisations-store.ts"

declare module "trivet" {
  interface ContextValues {
    /** The organisation that the call is about; the user is a member of it. */
    org_id: string
  }
}

/**
 * Lets members of the organisation `:org` through. Others get 404, as for one that does not exist. From here on `user_role` is
 * the role in the organisation, which `can()` checks. It reads the table in each call: removed members are out at once, and
 * streams and sockets end within a second.
 */
export class OrgMember {
  readonly needs = ["user_id"] as const
  readonly provides = ["org_id", "user_role"] as const
  readonly allows = ["owner", "admin", "member"]
  readonly answers = { 404: "There is no such organisation, or the user is not a member" }
  readonly #store = inject(OrganisationsStore)

  async handle(ctx: Context<"/:org", "user_id">, next: Next): Promise<unknown> {
    const org = ctx.param("org")
    const role = await this.#store.findRole(org, ctx.get("user_id"))
    if (role === undefined) throw new PublicError(404, "Organisation not found")
    ctx.set("org_id", org)
    ctx.set("user_role", role)
    return next()
  }
}
