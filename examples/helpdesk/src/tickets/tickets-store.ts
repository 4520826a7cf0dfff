import { paginate, type PageInput, type PageOfRows } from "@trivet/postgres"
import { sql } from "kysely"
import { inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { Actor } from "./actor.ts"
import { TicketRules } from "./ticket-rules.ts"
import type { Attachment, Reply, TicketFilter, TicketState, TicketSummary } from "./ticket.ts"
import type { TicketRow } from "./tickets-tables.ts"

/** How many replies are read at a time. */
export const repliesAtOnce = 100

/** Reads tickets, as far as their readers may see them. */
export class TicketsStore {
  readonly #db = inject(Db)
  readonly #rules = inject(TicketRules)

  /** A ticket that the actor may see. */
  async find(actor: Actor, id: string): Promise<TicketRow | undefined> {
    if (!isUuid(id)) return undefined
    return this.#rules.visibleTo(actor).selectAll("tickets").where("tickets.id", "=", id).executeTakeFirst()
  }

  /** A page of the tickets that the actor may see, the newest first. */
  async page(actor: Actor, filter: TicketFilter, input: PageInput): Promise<PageOfRows<TicketSummary>> {
    const order = { by: ["tickets.created_at", "tickets.id"], order: "desc" } as const
    const { items, ...rest } = await paginate(this.#summaries(actor, filter), input, order)
    return { items: items.map(summaryOf), ...rest }
  }

  /** All tickets that the actor may see, read in pages while somebody takes them. */
  async *all(actor: Actor, filter: TicketFilter = {}): AsyncGenerator<TicketSummary> {
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: PageOfRows<TicketSummary> = await this.page(actor, filter, { limit: 500, cursor })
      yield* page.items
      cursor = page.next
    }
  }

  /** The summary of a ticket that the actor may see. Raises 404 if there is none any more. */
  async summary(actor: Actor, id: string): Promise<TicketSummary> {
    const found = this.#summaries(actor, {}).where("tickets.id", "=", id)
    return summaryOf(await found.executeTakeFirstOrThrow(() => new PublicError(404, "Ticket not found")))
  }

  /** The first replies of a ticket after a number, oldest first: `repliesAtOnce` at most. */
  async repliesAfter(ticketId: string, number: number): Promise<Reply[]> {
    const rows = await this.#db
      .selectFrom("replies")
      .leftJoin("users", "users.id", "replies.author_id")
      .select(["replies.number", "users.name as author", "replies.text", "replies.created_at"])
      .where("replies.ticket_id", "=", ticketId)
      .where("replies.number", ">", number)
      .orderBy("replies.number")
      .limit(repliesAtOnce)
      .execute()
    const files = await this.#attachments(ticketId, number, rows.at(-1)?.number ?? number)
    return rows.map((row) => ({
      number: row.number,
      author: row.author ?? "Deleted account",
      text: row.text,
      created_at: row.created_at.toISOString(),
      attachments: files.filter((file) => file.number === row.number).map(attachmentOf),
    }))
  }

  /** All replies of a ticket. */
  async replies(ticketId: string): Promise<Reply[]> {
    const all: Reply[] = []
    for (;;) {
      const read = await this.repliesAfter(ticketId, all.at(-1)?.number ?? 0)
      all.push(...read)
      if (read.length < repliesAtOnce) return all
    }
  }

  /** Whether a file belongs to a ticket. */
  async hasAttachment(ticketId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false
    const row = this.#db.selectFrom("attachments").select("file_id").where("file_id", "=", id)
    return (await row.where("ticket_id", "=", ticketId).executeTakeFirst()) !== undefined
  }

  /** The users with whom a ticket is shared. */
  sharedWith(ticketId: string): Promise<{ id: string; name: string }[]> {
    const shares = this.#db.selectFrom("shares").innerJoin("users", "users.id", "shares.user_id")
    return shares
      .select(["users.id", "users.name"])
      .where("shares.ticket_id", "=", ticketId)
      .orderBy("users.name")
      .execute()
  }

  #attachments(ticketId: string, after: number, last: number) {
    return this.#db
      .selectFrom("attachments")
      .innerJoin("stored_files", "stored_files.id", "attachments.file_id")
      .select(["id", "number", "name", sql<number>`size::integer`.as("size")])
      .where("ticket_id", "=", ticketId)
      .where("number", ">", after)
      .where("number", "<=", last)
      .orderBy("id")
      .execute()
  }

  #summaries(actor: Actor, { q, state, org_id }: TicketFilter) {
    return this.#rules
      .visibleTo(actor)
      .innerJoin("users as customer", "customer.id", "tickets.user_id")
      .leftJoin("users as assignee", "assignee.id", "tickets.assignee_id")
      .leftJoin("organisations", "organisations.id", "tickets.org_id")
      .select(["tickets.id", "tickets.title", "tickets.state", "tickets.replies", "tickets.created_at"])
      .select(["tickets.escalated_at", "customer.name as customer", "assignee.name as assignee"])
      .select("organisations.name as organisation")
      .$if(state !== undefined, (query) => query.where("tickets.state", "=", state!))
      .$if(org_id !== undefined, (query) => query.where("tickets.org_id", "=", org_id!))
      .$if(q !== undefined && q !== "", (query) => query.where(hasWords(q!)))
  }
}

/** Whether the title or a reply has all words of a search. */
function hasWords(q: string) {
  const words = sql`websearch_to_tsquery('simple', ${q})`
  return sql<boolean>`(tickets.search @@ ${words} or tickets.id in (select ticket_id from replies where search @@ ${words}))`
}

interface SummaryRow extends Pick<TicketRow, "id" | "title" | "replies" | "created_at" | "escalated_at"> {
  readonly state: TicketState
  readonly customer: string
  readonly assignee: string | null
  readonly organisation: string | null
}

function summaryOf({ assignee, organisation, escalated_at, created_at, ...row }: SummaryRow): TicketSummary {
  return {
    ...row,
    ...(organisation !== null && { organisation }),
    ...(assignee !== null && { assignee }),
    escalated: escalated_at !== null,
    created_at: created_at.toISOString(),
  }
}

function attachmentOf({ id, name, size }: Attachment): Attachment {
  return { id, name, size }
}
