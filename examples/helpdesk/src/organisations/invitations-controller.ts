import { type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { refusalOf } from "../accounts/refusal-of.ts"
import { SignedIn } from "../site/signed-in.ts"
import { type InvitationsPage, invitationsView } from "./invitations-view.ts"
import { MembersService } from "./members-service.ts"
import { OrgMember } from "./org-member.ts"
import { OrgPages } from "./org-pages.ts"
import { can } from "./org-permissions.ts"
import { InvitationDTO } from "./organisations-dto.ts"
import { OrganisationsStore } from "./organisations-store.ts"

/** The page of the invitations to an organisation, for those who manage its members. */
export class InvitationsController {
  readonly #store = inject(OrganisationsStore)
  readonly #members = inject(MembersService)
  readonly #pages = inject(OrgPages)

  routes() {
    return routes([
      group(
        "/orgs/:org/invitations",
        [SignedIn, OrgMember, can("members:manage")],
        [
          get("", this.index, { view: invitationsView }),
          post("", this.invite),
          post("/:id/withdraw", this.withdraw),
        ],
      ),
    ])
  }

  async index(ctx: Context<string, "org_id" | "user_id">): Promise<InvitationsPage> {
    const [shared, invitations] = await Promise.all([
      this.#pages.shared(ctx),
      this.#store.invitations(ctx.get("org_id")),
    ])
    return { ...shared, invitations, form: { input: {}, errors: {} } }
  }

  async invite(ctx: Context<string, "org_id" | "user_id">) {
    const form = await readForm(ctx, InvitationDTO, { labels: { email: "E-mail address" } })
    if (!form.ok) return render(invitationsView, { ...(await this.index(ctx)), form }, { status: 422 })
    const org = ctx.get("org_id")
    const invited = this.#members.invite({ org, user: ctx.get("user_id") }, form.value, ctx)
    const refusal = await invited.catch(refusalOf)
    if (refusal instanceof PublicError) {
      const errors = { email: refusal.publicMessage }
      return render(
        invitationsView,
        { ...(await this.index(ctx)), form: { ...form, errors } },
        { status: 422 },
      )
    }
    flash(ctx, { kind: "success", text: `The invitation to ${form.value.email} is on its way.` })
    return redirect(`/orgs/${org}/invitations`)
  }

  async withdraw(ctx: Context<"/:id", "org_id" | "user_id">) {
    const org = ctx.get("org_id")
    await this.#members.withdraw({ org, user: ctx.get("user_id") }, ctx.param("id"))
    return redirect(`/orgs/${org}/invitations`)
  }
}
