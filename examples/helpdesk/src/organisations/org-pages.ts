import { type Context, inject, PublicError } from "trivet"
import { UsersStore } from "../users/users-store.ts"
import type { ShownEvent } from "./events-view.ts"
import type { OrgPage } from "./org-page.ts"
import { OrganisationsStore } from "./organisations-store.ts"

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** What the pages of an organisation have in common. */
export class OrgPages {
  readonly #store = inject(OrganisationsStore)
  readonly #users = inject(UsersStore)

  /** The organisation of the call, and the others of the user. */
  async shared(ctx: Context<string, "org_id" | "user_id">): Promise<OrgPage> {
    const own = await this.#store.list(ctx.get("user_id"))
    const organisation = own.find(({ id }) => id === ctx.get("org_id").toLowerCase())
    // Removed since the guard has seen the role.
    if (organisation === undefined) throw new PublicError(404, "Organisation not found")
    return { organisation, others: own.filter((one) => one !== organisation) }
  }

  /** Changes with the names of users instead of their ids. */
  async withNames(
    rows: readonly {
      readonly actor_id: string
      readonly event: string
      readonly about: string
      readonly created_at: Date
    }[],
  ): Promise<readonly ShownEvent[]> {
    const mentioned = new Set(rows.flatMap(({ actor_id, about }) => [actor_id, ...(about.match(ids) ?? [])]))
    const found = await Promise.all([...mentioned].map((id) => this.#users.find(id)))
    const names = new Map(found.flatMap((user) => (user === undefined ? [] : [[user.id, user.name]])))
    const nameOf = (id: string) => names.get(id) ?? "a deleted account"
    return rows.map(({ actor_id, event, about, created_at }) => ({
      actor: nameOf(actor_id),
      event,
      about: about.replaceAll(ids, nameOf),
      created_at,
    }))
  }
}
