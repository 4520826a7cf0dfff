import { randomUUID } from "node:crypto"
import { Files, type FileSource } from "@trivet/files"
import { Jobs } from "@trivet/jobs"
import { Limits } from "@trivet/limit"
import { sql } from "kysely"
import { Clock, inject, type OutputOf, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { Actor } from "./actor.ts"
import { LiveReplies } from "./live-replies.ts"
import { answerWithin, isAnswer } from "./ticket-rules.ts"
import { TicketNotices } from "./ticket-notices.ts"
import type { NewTicket, Reply } from "./ticket.ts"
import type { TicketRow } from "./tickets-tables.ts"

/** What somebody says, with or without files. */
export interface SentReply {
  readonly text: string
  readonly files?: readonly FileSource[]
}

/** Changes tickets. Each change is one transaction, with the jobs and the live messages that follow from it. */
export class Tickets {
  readonly #db = inject(Db)
  readonly #files = inject(Files)
  readonly #jobs = inject(Jobs)
  readonly #live = inject(LiveReplies)
  readonly #clock = inject(Clock)
  readonly #limit = inject(Limits).limiter({ name: "tickets", max: 20, seconds: 3600 })

  /** Begins a ticket, of an organisation if one is given, and returns its id. Raises 429 after 20 of one user in an hour. */
  async open(
    actor: Actor,
    {
      title,
      org_id = null,
      ...said
    }: OutputOf<typeof NewTicket> & SentReply & { readonly org_id?: string | null },
  ): Promise<string> {
    await this.#limit.reserve(actor.id)
    const [id, created_at] = [randomUUID(), new Date(this.#clock.now())]
    const row = { id, user_id: actor.id, org_id, title, state: "open", replies: 0, created_at } as const
    await this.#db.transact(async () => {
      await this.#db
        .insertInto("tickets")
        .values({ ...row, ...nothingYet })
        .execute()
      await this.reply(actor, row, said)
    })
    return id
  }

  /** Adds a reply. An agent's answers the customer; any other one opens the ticket again and sets when it is due. */
  reply(
    actor: Actor,
    ticket: Pick<TicketRow, "id" | "user_id">,
    { text, files = [] }: SentReply,
  ): Promise<Reply> {
    const now = this.#clock.now()
    return this.#db.transact(async () => {
      // The row is locked until the commit: the number is seen only after all smaller ones.
      const { replies: number } = await this.#db
        .updateTable("tickets")
        .set((row) => ({
          replies: row("replies", "+", 1),
          escalated_at: null,
          ...(isAnswer(actor, ticket)
            ? { state: "answered" as const, due_at: null }
            : {
                state: "open" as const,
                due_at: row.fn.coalesce("due_at", row.val(new Date(now + answerWithin))),
              }),
        }))
        .where("id", "=", ticket.id)
        .returning("replies")
        .executeTakeFirstOrThrow(() => new PublicError(404, "Ticket not found"))
      // Forms send line breaks as CR LF.
      const lines = text.replaceAll("\r\n", "\n")
      const reply = {
        ticket_id: ticket.id,
        number,
        author_id: actor.id,
        text: lines,
        created_at: new Date(now),
      }
      await this.#db.insertInto("replies").values(reply).execute()
      await this.#attach(ticket.id, number, files)
      await this.#db
        .deleteFrom("drafts")
        .where("ticket_id", "=", ticket.id)
        .where("user_id", "=", actor.id)
        .execute()
      await this.#jobs.enqueue(TicketNotices.replied, { ticket_id: ticket.id, number })
      return this.#live.publish(ticket.id, number)
    })
  }

  /** Gives the ticket to an agent. */
  async assign(ticketId: string, agentId: string): Promise<void> {
    await this.#db.updateTable("tickets").set({ assignee_id: agentId }).where("id", "=", ticketId).execute()
  }

  /** Closes a ticket. The next reply opens it again. */
  async close(ticketId: string): Promise<void> {
    const change = { state: "closed", due_at: null, escalated_at: null } as const
    await this.#db.updateTable("tickets").set(change).where("id", "=", ticketId).execute()
  }

  /**
   * Shares a ticket with the user of a confirmed e-mail address. Raises 400 if there is none: whoever registers an address
   * that is not theirs would read along otherwise.
   */
  async share(ticketId: string, email: string): Promise<void> {
    await this.#db.transact(async () => {
      const found = await this.#db
        .selectFrom("users")
        .innerJoin("verified_emails", "verified_emails.user_id", "users.id")
        .select("users.id")
        .whereRef("verified_emails.email", "=", "users.email")
        .where(sql<boolean>`lower(users.email) = lower(${email})`)
        .executeTakeFirst()
      if (found === undefined) throw new PublicError(400, "Nobody has confirmed this address")
      const { numInsertedOrUpdatedRows } = await this.#db
        .insertInto("shares")
        .values({ ticket_id: ticketId, user_id: found.id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return
      await this.#jobs.enqueue(TicketNotices.shared, { ticket_id: ticketId, user_id: found.id })
    })
  }

  /** Ends the sharing of a ticket with a user, whose open pages of it end within a second. */
  async endShare(ticketId: string, userId: string): Promise<void> {
    if (!isUuid(userId)) return
    const share = this.#db.deleteFrom("shares").where("ticket_id", "=", ticketId)
    await share.where("user_id", "=", userId).execute()
  }

  async #attach(ticket_id: string, number: number, files: readonly FileSource[]): Promise<void> {
    for (const file of files) {
      // Of no type: browsers save it.
      const { id: file_id } = await this.#files.put(file, { type: "application/octet-stream" })
      await this.#db.insertInto("attachments").values({ file_id, ticket_id, number }).execute()
    }
  }
}

const nothingYet = { assignee_id: null, due_at: null, escalated_at: null } as const
