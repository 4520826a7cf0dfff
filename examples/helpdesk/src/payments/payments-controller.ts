import { randomUUID } from "node:crypto"
import { ApiKeyAuth, webhookAuth } from "@trivet/auth"
import { currentJob, step } from "@trivet/jobs"
import { inTransaction } from "@trivet/postgres"
import { type Context, dto, implement, inject, post, routes } from "trivet"
import { Db } from "../database/db.ts"
import { Settings } from "../settings.ts"
import { Acting } from "../tickets/actor.ts"
import { ManagesTicket, SeesTicket, VerifiedOnly } from "../tickets/ticket-access.ts"
import { PaymentJobs, PaymentsApi } from "./payments-contract.ts"
import { Payments } from "./payments.ts"
import { sessionOf, Stripe, stripeKeysOf } from "./stripe.ts"

const acting = [ApiKeyAuth, Acting, SeesTicket, ManagesTicket] as const
// The key `helpdesk_trx` is needed only in this repository, where a test declares `trx` as another transaction.
const onceForKey = inTransaction(Db, { key: "helpdesk_trx", idempotencyKey: "required" })
const onceForEvent = inTransaction(Db, { key: "helpdesk_trx", idempotencyKey: "webhook_id" })
// Without payments, a secret that is known to no sender.
const StripeAuth = webhookAuth("stripe", () => [stripeKeysOf(inject(Settings))?.secret ?? randomUUID()])

const StripeEvent = dto({
  type: "required",
  data: dto({ object: dto({ client_reference_id: "", payment_status: "" }) }),
})

/** Payments: customers begin them, the payment service says when they have paid. */
export class PaymentsController {
  readonly #payments = inject(Payments)
  readonly #stripe = inject(Stripe)
  readonly #settings = inject(Settings)

  routes() {
    const middlewares = { show: acting, create: [...acting, VerifiedOnly, onceForKey] } as const
    return routes([
      ...implement(PaymentsApi, this, middlewares),
      ...implement(PaymentJobs, this),
      post("/webhooks/stripe", this.settle, { middlewares: [StripeAuth, onceForEvent] }),
    ])
  }

  show(ctx: Context<typeof PaymentsApi.show, "ticket">) {
    return this.#payments.find(ctx.get("ticket").id)
  }

  async create(ctx: Context<typeof PaymentsApi.create, "actor" | "ticket">) {
    return ctx.status(202).json(await this.#payments.begin(ctx.get("actor"), ctx.get("ticket")))
  }

  async open(ctx: Context<typeof PaymentJobs.open>) {
    const { payment_id } = await ctx.bind()
    const payment = await this.#payments.findNew(payment_id)
    if (payment === undefined) return
    const site = this.#settings.SITE_URL ?? `http://localhost:${this.#settings.PORT ?? 3000}`
    const back = new URL(`/tickets/${payment.ticket_id ?? ""}`, site).href
    // Stored, because a request that is repeated with other fields is rejected: code and settings may change meanwhile.
    const fields = await step(ctx, "write the request", () => sessionOf(payment, back))
    // It may run twice, with one key: the payment service opens one page.
    const key = `${currentJob(ctx)!.id} open`
    const { url } = await step(ctx, "open the page", () => this.#stripe.openSession(fields, key, ctx.signal))
    // Once: the row and the mail are one commit with the step.
    await step(ctx, "offer", () => this.#payments.offer(payment_id, url))
  }

  async settle(ctx: Context<"/webhooks/stripe", "webhook_id">) {
    const { type, data } = await ctx.bind(StripeEvent)
    const { client_reference_id: id = "", payment_status } = data.object
    if (type === "checkout.session.expired") await this.#payments.settle(id, "expired")
    // Some ways to pay take days: then a page is completed, and another event says that it is paid.
    const isDone =
      type === "checkout.session.completed" || type === "checkout.session.async_payment_succeeded"
    if (isDone && payment_status === "paid") await this.#payments.settle(id, "paid")
    if (type === "checkout.session.async_payment_failed") await this.#payments.settle(id, "expired")
    return {}
  }
}
