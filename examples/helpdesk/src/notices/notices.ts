import { inTransaction } from "@trivet/postgres"
import { MailQueue } from "@trivet/mail/jobs"
import { cron } from "@trivet/jobs"
import { sql } from "kysely"
import { Clock, type Context, implement, inject, routes } from "trivet"
import { Db } from "../database/db.ts"
import { Settings } from "../settings.ts"
import { TicketNotices } from "../tickets/ticket-notices.ts"
import { escalationMail, replyMail, sharedMail } from "./notice-mails.ts"

/** How many tickets one run escalates; the next one, a minute later, goes on. */
const escalatedAtOnce = 100

/**
 * Writes mails about tickets. Each handler is a transaction, which also completes its job: a mail is enqueued once,
 * whatever happens to the process.
 */
export class Notices {
  readonly #db = inject(Db)
  readonly #mails = inject(MailQueue)
  readonly #clock = inject(Clock)
  readonly #settings = inject(Settings)
  readonly #site = this.#settings.SITE_URL ?? `http://localhost:${this.#settings.PORT ?? 3000}`

  routes() {
    // The key is needed only in this repository, where a test declares `trx` as the transaction of another database.
    const middlewares = [inTransaction(Db, { key: "helpdesk_trx" })]
    return routes([
      ...implement(TicketNotices, this, { replied: middlewares, shared: middlewares }),
      cron("* * * * *", "tickets/escalate", this.escalate, { middlewares }),
    ])
  }

  async replied(ctx: Context<typeof TicketNotices.replied>) {
    const { ticket_id, number } = await ctx.bind()
    const reply = await this.#db
      .selectFrom("replies")
      .innerJoin("tickets", "tickets.id", "replies.ticket_id")
      .leftJoin("users", "users.id", "replies.author_id")
      .select(["tickets.title", "users.name as author", "replies.author_id"])
      .where("replies.ticket_id", "=", ticket_id)
      .where("replies.number", "=", number)
      .executeTakeFirst()
    // The ticket may be gone by now, with its customer.
    if (reply === undefined) return
    const { title, author, author_id } = reply
    const content = replyMail({ title, author: author ?? "Somebody", link: this.#linkTo(ticket_id) })
    for (const { id, email } of await this.#takingPart(ticket_id))
      if (id !== author_id) await this.#mails.enqueue({ to: email, ...content })
  }

  async shared(ctx: Context<typeof TicketNotices.shared>) {
    const { ticket_id, user_id } = await ctx.bind()
    const [ticket, user] = await Promise.all([
      this.#db.selectFrom("tickets").select("title").where("id", "=", ticket_id).executeTakeFirst(),
      this.#confirmed().where("users.id", "=", user_id).executeTakeFirst(),
    ])
    if (ticket === undefined || user === undefined) return
    const content = sharedMail({ title: ticket.title, link: this.#linkTo(ticket_id) })
    await this.#mails.enqueue({ to: user.email, ...content })
  }

  /** Each minute: marks the tickets whose answer is overdue, and mails one list of them to each agent. */
  async escalate() {
    const now = new Date(this.#clock.now())
    const overdue = this.#db
      .selectFrom("tickets")
      .select("id")
      .where("due_at", "<", now)
      .where("escalated_at", "is", null)
      .orderBy("due_at")
      .limit(escalatedAtOnce)
      .forUpdate()
      .skipLocked()
    const escalated = await this.#db
      .updateTable("tickets")
      .set({ escalated_at: now })
      .where("id", "in", overdue)
      .returning(["id", "title"])
      .execute()
    if (escalated.length === 0) return
    const content = escalationMail(escalated.map(({ id, title }) => ({ title, link: this.#linkTo(id) })))
    const agents = await this.#confirmed().where("users.role", "=", "agent").execute()
    for (const { email } of agents) await this.#mails.enqueue({ to: email, ...content })
  }

  /** The customer, the agent who has the ticket, and those with whom it is shared. */
  #takingPart(ticketId: string) {
    return this.#confirmed()
      .where(
        sql<boolean>`users.id in (
          select user_id from tickets where id = ${ticketId}
          union select assignee_id from tickets where id = ${ticketId}
          union select user_id from shares where ticket_id = ${ticketId}
        )`,
      )
      .execute()
  }

  /** Users with an address that they have confirmed. No mail goes to another one. */
  #confirmed() {
    return this.#db
      .selectFrom("users")
      .innerJoin("verified_emails", (join) =>
        join
          .onRef("verified_emails.user_id", "=", "users.id")
          .onRef("verified_emails.email", "=", "users.email"),
      )
      .select(["users.id", "users.email"])
  }

  #linkTo(ticketId: string): string {
    return new URL(`/tickets/${ticketId}`, this.#site).href
  }
}
