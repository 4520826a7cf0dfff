import { StoreUploads } from "@trivet/files"
import { type Context, get, group, inject, paged, post, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { filesOf, TicketForm } from "../desk/desk-forms.ts"
import { OrgMember } from "../organisations/org-member.ts"
import { OrgPages } from "../organisations/org-pages.ts"
import { SignedIn } from "../site/signed-in.ts"
import { Acting } from "../tickets/actor.ts"
import { VerifiedOnly } from "../tickets/ticket-access.ts"
import { TicketSummary } from "../tickets/ticket.ts"
import { Tickets } from "../tickets/tickets.ts"
import { TicketsStore } from "../tickets/tickets-store.ts"
import { type OrgTicketsPage, orgTicketsView } from "./org-tickets-view.ts"

const index = { path: "", accepts: paged(TicketSummary).accepts, view: orgTicketsView } as const

/** The tickets of an organisation: all for those who may read them, the own ones and those shared with them for others. */
export class OrgTicketsController {
  readonly #store = inject(TicketsStore)
  readonly #tickets = inject(Tickets)
  readonly #pages = inject(OrgPages)

  routes() {
    return routes([
      group(
        "/orgs/:org/tickets",
        [SignedIn, Acting, OrgMember],
        [
          get(index.path, this.index, index),
          post("", this.create, { middlewares: [VerifiedOnly, StoreUploads] }),
        ],
      ),
    ])
  }

  index(ctx: Context<typeof index, "actor" | "org_id" | "user_id">): Promise<OrgTicketsPage> {
    return this.#pageOf(ctx, ctx.input("query"))
  }

  async create(ctx: Context<string, "actor" | "org_id" | "user_id">) {
    const form = await readForm(ctx, TicketForm, { labels: { text: "A description" } })
    if (!form.ok) return render(orgTicketsView, { ...(await this.#pageOf(ctx)), form }, { status: 422 })
    const { attachment, ...said } = form.value
    const given = { ...said, org_id: ctx.get("org_id"), files: filesOf(attachment) }
    const id = await this.#tickets.open(ctx.get("actor"), given)
    flash(ctx, { kind: "success", text: "Your ticket was sent." })
    return redirect(`/tickets/${id}`)
  }

  async #pageOf(
    ctx: Context<string, "actor" | "org_id" | "user_id">,
    input: Parameters<TicketsStore["page"]>[2] = { limit: 20 },
  ): Promise<OrgTicketsPage> {
    const [actor, org_id] = [ctx.get("actor"), ctx.get("org_id")]
    const [shared, tickets] = await Promise.all([
      this.#pages.shared(ctx),
      this.#store.page(actor, { org_id }, input),
    ])
    return { ...shared, ...tickets, isVerified: actor.isVerified, form: { input: {}, errors: {} } }
  }
}
