import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

const Failure = dto({ error: "required" })

/** A ticket whose customer has paid is answered within an hour. */
export const Payment = dto({
  state: "required,oneof=none|new|open|paid|expired",
  amount: "required,integer; In the smallest unit of the currency.",
  currency: "required",
  url: "; Where the customer pays, while the state is `open`.",
})

/** The API: a program buys, and asks for the state until it is `open`. */
export const PaymentsApi = contract({
  show: {
    method: "GET",
    path: "/api/tickets/:id/payment",
    returns: { 200: Payment, 404: Failure },
    summary: "Whether a fast answer was bought for a ticket",
  },
  create: {
    method: "POST",
    path: "/api/tickets/:id/payment",
    returns: { 202: Payment, 404: Failure, 409: Failure },
    idempotencyKey: "required",
    summary: "Buy a fast answer to a ticket",
  },
})

/** What the payment service is asked for, in a job: it may be slow or unavailable. */
export const PaymentJobs = contract({
  open: job("payments/open", {
    summary: "Opens a page of the payment service, and mails its address to the customer",
    accepts: { body: dto({ payment_id: "required,uuid" }) },
    // About two hours: the payment service forgets an idempotency key after a day.
    retry: { times: 20, delay: 1_000, maxDelay: 600_000 },
  }),
})
