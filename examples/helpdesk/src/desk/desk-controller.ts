import { StoreUploads } from "@trivet/files"
import { type Context, get, group, inject, paged, post, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { OrganisationsStore } from "../organisations/organisations-store.ts"
import { SignedIn } from "../site/signed-in.ts"
import { Acting } from "../tickets/actor.ts"
import { Drafts } from "../tickets/drafts.ts"
import { AgentOnly, ManagesTicket, SeesTicket, VerifiedOnly } from "../tickets/ticket-access.ts"
import { mayManage } from "../tickets/ticket-rules.ts"
import { ticketFilter, TicketSummary } from "../tickets/ticket.ts"
import { Tickets } from "../tickets/tickets.ts"
import { TicketsStore } from "../tickets/tickets-store.ts"
import { DraftForm, filesOf, ReplyForm, ShareForm, TicketForm } from "./desk-forms.ts"
import { newTicketView } from "./new-ticket-view.ts"
import { refusalOf } from "../accounts/refusal-of.ts"
import { type TicketPage, ticketView } from "./ticket-view.ts"
import { ticketsView } from "./tickets-view.ts"

const index = {
  path: "/",
  accepts: paged(TicketSummary, { query: ticketFilter }).accepts,
  view: ticketsView,
} as const

/** The pages of tickets. They work without JavaScript; with it, replies appear while a page is open. */
export class DeskController {
  readonly #store = inject(TicketsStore)
  readonly #tickets = inject(Tickets)
  readonly #drafts = inject(Drafts)
  readonly #orgs = inject(OrganisationsStore)

  routes() {
    return routes([
      group(
        "",
        [SignedIn, Acting],
        [
          get(index.path, this.index, index),
          get("/new", this.emptyForm, { view: newTicketView }),
          post("/tickets", this.create, { middlewares: [VerifiedOnly, StoreUploads] }),
          group(
            "/tickets/:id",
            [SeesTicket],
            [
              get("", this.show, { view: ticketView }),
              post("/replies", this.reply, { middlewares: [VerifiedOnly, StoreUploads] }),
              post("/draft", this.saveDraft),
              post("/assign", this.assign, { middlewares: [AgentOnly] }),
              post("/close", this.close, { middlewares: [ManagesTicket] }),
              post("/shares", this.share, { middlewares: [ManagesTicket, VerifiedOnly] }),
              post("/shares/:user/end", this.endShare, { middlewares: [ManagesTicket] }),
            ],
          ),
        ],
      ),
    ])
  }

  async index(ctx: Context<typeof index, "actor">) {
    const { limit, cursor, ...filter } = ctx.input("query")
    const page = await this.#store.page(ctx.get("actor"), filter, { limit, cursor })
    return { ...page, filter, isVerified: ctx.get("actor").isVerified }
  }

  emptyForm() {
    return { input: {}, errors: {} }
  }

  async create(ctx: Context<"/tickets", "actor">) {
    const form = await readForm(ctx, TicketForm, { labels: { text: "A description" } })
    if (!form.ok) return render(newTicketView, form, { status: 422 })
    const { attachment, ...said } = form.value
    const id = await this.#tickets.open(ctx.get("actor"), { ...said, files: filesOf(attachment) })
    flash(ctx, { kind: "success", text: "Your ticket was sent." })
    return redirect(`/tickets/${id}`)
  }

  show(ctx: Context<"/tickets/:id", "actor" | "ticket">): Promise<TicketPage> {
    return this.#pageOf(ctx)
  }

  async reply(ctx: Context<"/tickets/:id/replies", "actor" | "ticket">) {
    const form = await readForm(ctx, ReplyForm, { labels: { text: "Your reply" } })
    if (!form.ok) return render(ticketView, { ...(await this.#pageOf(ctx)), form }, { status: 422 })
    const { text, attachment } = form.value
    const ticket = ctx.get("ticket")
    const said = { text, files: filesOf(attachment) }
    const { number } = await this.#tickets.reply(ctx.get("actor"), ticket, said)
    return redirect(`/tickets/${ticket.id}#reply-${number}`)
  }

  async saveDraft(ctx: Context<"/tickets/:id/draft", "actor" | "ticket">) {
    const form = await readForm(ctx, DraftForm)
    if (!form.ok) return render(ticketView, { ...(await this.#pageOf(ctx)), form }, { status: 422 })
    const { id } = ctx.get("ticket")
    await this.#drafts.save(id, ctx.get("actor").id, form.value.text)
    flash(ctx, { kind: "success", text: "Saved. Only you see it." })
    return redirect(`/tickets/${id}`)
  }

  async assign(ctx: Context<"/tickets/:id/assign", "actor" | "ticket">) {
    const { id } = ctx.get("ticket")
    await this.#tickets.assign(id, ctx.get("actor").id)
    return redirect(`/tickets/${id}`)
  }

  async close(ctx: Context<"/tickets/:id/close", "ticket">) {
    const { id } = ctx.get("ticket")
    await this.#tickets.close(id)
    return redirect(`/tickets/${id}`)
  }

  async share(ctx: Context<"/tickets/:id/shares", "actor" | "ticket">) {
    const form = await readForm(ctx, ShareForm)
    const { id } = ctx.get("ticket")
    if (!form.ok)
      return render(ticketView, { ...(await this.#pageOf(ctx)), shareForm: form }, { status: 422 })
    const refusal = await this.#tickets.share(id, form.value.email).catch(refusalOf)
    if (refusal === undefined) return redirect(`/tickets/${id}`)
    const shareForm = { input: form.input, errors: { email: refusal.publicMessage } }
    return render(ticketView, { ...(await this.#pageOf(ctx)), shareForm }, { status: 422 })
  }

  async endShare(ctx: Context<"/tickets/:id/shares/:user/end", "ticket">) {
    const { id } = ctx.get("ticket")
    await this.#tickets.endShare(id, ctx.param("user"))
    return redirect(`/tickets/${id}`)
  }

  async #pageOf(ctx: Context<string, "actor" | "ticket">): Promise<TicketPage> {
    const [actor, ticket] = [ctx.get("actor"), ctx.get("ticket")]
    const isManager = mayManage(actor, ticket)
    const draft = await this.#drafts.find(ticket.id, actor.id)
    return {
      summary: await this.#store.summary(actor, ticket.id),
      replies: await this.#store.replies(ticket.id),
      sharedWith: isManager ? await this.#store.sharedWith(ticket.id) : [],
      may: {
        manage: isManager,
        assign: actor.isAgent && ticket.assignee_id !== actor.id,
        reply: actor.isVerified,
        note: ticket.org_id !== null && (await this.#orgs.findRole(ticket.org_id, actor.id)) !== undefined,
      },
      form: { input: draft === undefined ? {} : { text: draft }, errors: {} },
      shareForm: { input: {}, errors: {} },
    }
  }
}
