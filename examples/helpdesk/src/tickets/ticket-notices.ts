import { job } from "@trivet/jobs"
import { contract, dto } from "trivet"

/** What follows from a change of a ticket, as jobs that are enqueued in the transaction of the change. */
export const TicketNotices = contract({
  replied: job("tickets/replied", {
    summary: "Mails a reply to all others who take part in its ticket",
    accepts: { body: dto({ ticket_id: "required,uuid", number: "required,integer" }) },
  }),
  shared: job("tickets/shared", {
    summary: "Mails a user that a ticket was shared with them",
    accepts: { body: dto({ ticket_id: "required,uuid", user_id: "required,uuid" }) },
  }),
})
