import { Files } from "@trivet/files"
import {
  type Context,
  dto,
  events,
  get,
  group,
  inject,
  PublicError,
  Reply,
  routes,
  type ServerEvent,
} from "trivet"
import { SignedIn } from "../site/signed-in.ts"
import { Acting } from "../tickets/actor.ts"
import { LiveReplies, numberOfEvent } from "../tickets/live-replies.ts"
import { SeesTicket } from "../tickets/ticket-access.ts"
import type { Reply as TicketReply, TicketSummary } from "../tickets/ticket.ts"
import { TicketsStore } from "../tickets/tickets-store.ts"
import { replyView } from "./reply-view.ts"

const live = {
  path: "/live",
  accepts: { query: dto({ after: "integer,min=0,max=999999999,default=0" }) },
} as const

/** What pages link to and is no page: attachments, the export, and the stream of new replies. */
export class FilesController {
  readonly #store = inject(TicketsStore)
  readonly #live = inject(LiveReplies)
  readonly #files = inject(Files)

  routes() {
    return routes([
      group(
        "",
        [SignedIn, Acting],
        [
          get("/tickets.csv", this.export),
          group(
            "/tickets/:id",
            [SeesTicket],
            [get(live.path, this.live, live), get("/attachments/:attachment", this.attachment)],
          ),
        ],
      ),
    ])
  }

  /** All tickets that the user may see, read while they are sent. */
  export(ctx: Context<"/tickets.csv", "actor">) {
    ctx.response().setHeader("content-disposition", 'attachment; filename="tickets.csv"')
    return Reply.body(200, "text/csv; charset=utf-8", csvOf(this.#store.all(ctx.get("actor"))))
  }

  async live(ctx: Context<typeof live, "ticket">) {
    const after = numberOfEvent(ctx.header("last-event-id")) ?? ctx.input("query").after
    return events(rendered(await this.#live.after(ctx.get("ticket").id, after, ctx), ctx.get("ticket").id))
  }

  async attachment(ctx: Context<"/tickets/:id/attachments/:attachment", "ticket">) {
    const id = ctx.param("attachment")
    if (!(await this.#store.hasAttachment(ctx.get("ticket").id, id)))
      throw new PublicError(404, "Attachment not found")
    return this.#files.download(ctx, id)
  }
}

/** The replies as the page shows them: one template, and a user's text is escaped in one place. */
async function* rendered(
  replies: AsyncIterable<TicketReply>,
  ticketId: string,
): AsyncGenerator<ServerEvent<string>> {
  for await (const reply of replies)
    yield { event: "reply", id: String(reply.number), data: String(replyView(ticketId, reply)) }
}

async function* csvOf(tickets: AsyncIterable<TicketSummary>): AsyncGenerator<string> {
  yield "id,title,state,customer,assignee,replies,escalated,created_at\r\n"
  for await (const { id, title, state, customer, assignee, replies, escalated, created_at } of tickets)
    yield `${[id, title, state, customer, assignee ?? "", replies, escalated, created_at].map(cellOf).join(",")}\r\n`
}

function cellOf(value: string | number | boolean): string {
  const text = String(value)
  // A spreadsheet would run a cell that begins so as a formula.
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}
