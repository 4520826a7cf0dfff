import { randomUUID } from "node:crypto"
import { Jobs } from "@trivet/jobs"
import { MailQueue } from "@trivet/mail/jobs"
import { sql } from "kysely"
import { Clock, inject, type OutputOf, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { Actor } from "../tickets/actor.ts"
import type { TicketRow } from "../tickets/tickets-tables.ts"
import { paidMail, payMail } from "./payment-mails.ts"
import { type Payment, PaymentJobs } from "./payments-contract.ts"
import type { PaymentRow } from "./payments-table.ts"
import { Stripe } from "./stripe.ts"

const price = { amount: 1_000, currency: "eur" } as const
/** When a ticket that was paid for is due, in milliseconds. */
const answerWithin = 60 * 60 * 1_000

/** The rows of payments. Each change is part of the transaction of its caller. */
export class Payments {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #mails = inject(MailQueue)
  readonly #clock = inject(Clock)
  readonly #stripe = inject(Stripe)

  /** The payment for a ticket; the last one, if some have expired. */
  async find(ticketId: string): Promise<OutputOf<typeof Payment>> {
    const row = await this.#db
      .selectFrom("payments")
      .select(["state", "amount", "currency", "url"])
      .where("ticket_id", "=", ticketId)
      .orderBy("created_at", "desc")
      .executeTakeFirst()
    if (row === undefined) return { state: "none", ...price }
    const { url, ...shown } = row
    return { ...shown, ...(row.state === "open" && { url: url! }) }
  }

  /** Begins a payment. Raises 409 if no answer is due, or one was bought already. */
  async begin(actor: Actor, ticket: TicketRow): Promise<OutputOf<typeof Payment>> {
    if (!this.#stripe.isOn) throw new PublicError(404, "This help desk takes no payments")
    if (ticket.due_at === null) throw new PublicError(409, "This ticket waits for no answer")
    const [id, created_at] = [randomUUID(), new Date(this.#clock.now())]
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto("payments")
      .values({
        id,
        ticket_id: ticket.id,
        user_id: actor.id,
        state: "new",
        ...price,
        created_at,
        url: null,
        paid_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new PublicError(409, "There is a payment for this ticket")
    await this.#jobs.enqueue(PaymentJobs.open, { payment_id: id })
    return { state: "new", ...price }
  }

  /** A payment that waits for its page; `undefined` if it is over. */
  findNew(id: string): Promise<PaymentRow | undefined> {
    const row = this.#db.selectFrom("payments").selectAll().where("id", "=", id)
    return row.where("state", "=", "new").executeTakeFirst()
  }

  /** Stores where the customer pays, and mails it. Does nothing if the webhook of the payment was faster. */
  async offer(id: string, url: string): Promise<void> {
    const open = this.#db.updateTable("payments").set({ state: "open", url }).where("id", "=", id)
    const row = await open.where("state", "=", "new").returning("user_id").executeTakeFirst()
    if (row !== undefined) await this.#mail(row.user_id, payMail(url))
  }

  /** Has the effects of a payment once, in whatever order its webhooks come, and however often. */
  async settle(id: string, state: "paid" | "expired"): Promise<void> {
    // The id of a payment that another program has begun in the same account may be anything.
    if (!isUuid(id)) return
    const paid_at = state === "paid" ? new Date(this.#clock.now()) : null
    const row = await this.#db
      .updateTable("payments")
      .set({ state, paid_at })
      .where("id", "=", id)
      .where("state", "in", ["new", "open"])
      .returning(["ticket_id", "user_id"])
      .executeTakeFirst()
    if (row === undefined || paid_at === null) return
    const due = new Date(paid_at.getTime() + answerWithin)
    await this.#db
      .updateTable("tickets")
      .set({ due_at: sql<Date>`least(due_at, ${due})` })
      .where("id", "=", row.ticket_id)
      .where("due_at", "is not", null)
      .execute()
    await this.#mail(row.user_id, paidMail())
  }

  /** Mails a customer, unless the account was deleted. */
  async #mail(userId: string | null, content: ReturnType<typeof paidMail>): Promise<void> {
    const user = this.#db.selectFrom("users").select("email").where("id", "=", userId)
    const found = await user.executeTakeFirst()
    if (found !== undefined) await this.#mails.enqueue({ to: found.email, ...content })
  }
}
