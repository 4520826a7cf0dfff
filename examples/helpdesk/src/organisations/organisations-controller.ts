import { type Context, dto, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { refusalOf } from "../accounts/refusal-of.ts"
import { SignedIn } from "../site/signed-in.ts"
import { eventsView } from "./events-view.ts"
import { membersView } from "./members-view.ts"
import { type Actor, MembersService } from "./members-service.ts"
import { OrgMember } from "./org-member.ts"
import { OrgPages } from "./org-pages.ts"
import { can } from "./org-permissions.ts"
import { OrganisationDTO, RoleDTO } from "./organisations-dto.ts"
import { OrganisationsStore } from "./organisations-store.ts"
import { organisationsView } from "./organisations-view.ts"

const show = {
  path: "",
  accepts: { query: dto({ cursor: "max=4000; Where the page begins." }) },
  view: membersView,
  middlewares: [can("org:read")],
} as const
const emptyForm = { input: {}, errors: {} }
const manage = { middlewares: [can("members:manage")] } as const

/** The pages of my organisations, and of the members of one. */
export class OrganisationsController {
  readonly #store = inject(OrganisationsStore)
  readonly #members = inject(MembersService)
  readonly #pages = inject(OrgPages)

  routes() {
    return routes([
      group("/orgs", [SignedIn], [get("", this.index, { view: organisationsView }), post("", this.create)]),
      group(
        "/orgs/:org",
        [SignedIn, OrgMember],
        [
          get(show.path, this.show, show),
          post("/leave", this.leave),
          post("/members/:user/role", this.setRole, manage),
          post("/members/:user/remove", this.remove, manage),
          get("/events", this.events, { view: eventsView, middlewares: [can("events:read")] }),
        ],
      ),
    ])
  }

  async index(ctx: Context<string, "user_id">) {
    return { organisations: await this.#store.list(ctx.get("user_id")), form: emptyForm }
  }

  async create(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, OrganisationDTO)
    if (!form.ok) return render(organisationsView, { ...(await this.index(ctx)), form }, { status: 422 })
    const made = await this.#members.create(ctx.get("user_id"), form.value.name).catch(refusalOf)
    if (!(made instanceof PublicError)) return redirect(`/orgs/${made.id}`)
    const errors = { name: made.publicMessage }
    return render(
      organisationsView,
      { ...(await this.index(ctx)), form: { ...form, errors } },
      { status: 422 },
    )
  }

  async show(ctx: Context<typeof show, "org_id" | "user_id">) {
    const [shared, members] = await Promise.all([
      this.#pages.shared(ctx),
      this.#store.members(ctx.get("org_id"), { limit: 50, ...ctx.input("query") }),
    ])
    return { ...shared, members: members.items, next: members.next, own: ctx.get("user_id") }
  }

  async setRole(ctx: Context<"/:user", "org_id" | "user_id">) {
    const form = await readForm(ctx, RoleDTO)
    if (!form.ok) throw new PublicError(400, "There is no such role")
    await tell(
      ctx,
      this.#members.setRole(actorOf(ctx), ctx.param("user"), form.value.role),
      "The role is changed.",
    )
    return redirect(`/orgs/${ctx.get("org_id")}`)
  }

  async remove(ctx: Context<"/:user", "org_id" | "user_id">) {
    await tell(ctx, this.#members.remove(actorOf(ctx), ctx.param("user")), "The member is removed.")
    return redirect(`/orgs/${ctx.get("org_id")}`)
  }

  async leave(ctx: Context<string, "org_id" | "user_id">) {
    const hasLeft = await tell(ctx, this.#members.leave(actorOf(ctx)), "You have left.")
    return redirect(hasLeft ? "/orgs" : `/orgs/${ctx.get("org_id")}`)
  }

  async events(ctx: Context<string, "org_id" | "user_id">) {
    const [shared, rows] = await Promise.all([this.#pages.shared(ctx), this.#store.events(ctx.get("org_id"))])
    return { ...shared, events: await this.#pages.withNames(rows) }
  }
}

function actorOf(ctx: Context<string, "org_id" | "user_id">): Actor {
  return { org: ctx.get("org_id"), user: ctx.get("user_id") }
}

/** Says on the next page what was done, or why not: the last owner stays. Returns whether it was done. */
async function tell(ctx: Context, work: Promise<void>, done: string): Promise<boolean> {
  const refusal = await work.catch((error: unknown) => {
    if (error instanceof PublicError && error.status === 409) return error
    throw error
  })
  const text = refusal === undefined ? done : `${refusal.publicMessage}.`
  flash(ctx, { kind: refusal === undefined ? "success" : "error", text })
  return refusal === undefined
}
