import { contract, dto, paged, stream } from "trivet"
import { NewReply, NewTicket, Reply, Ticket, ticketFilter, TicketSummary } from "../tickets/ticket.ts"

const Failure = dto({ error: "required" })

/** The API of the help desk, for programs with an API key. The client and the OpenAPI document are made of it. */
export const TicketsApi = contract({
  index: {
    method: "GET",
    path: "/api/tickets",
    ...paged(TicketSummary, { query: ticketFilter }),
    summary: "The tickets that the owner of the key may see, the newest first",
  },
  show: {
    method: "GET",
    path: "/api/tickets/:id",
    returns: { 200: Ticket, 404: Failure },
    summary: "A ticket with its replies",
  },
  create: {
    method: "POST",
    path: "/api/tickets",
    accepts: { body: NewTicket },
    returns: { 201: TicketSummary, 429: Failure },
    summary: "Begin a ticket",
  },
  reply: {
    method: "POST",
    path: "/api/tickets/:id/replies",
    accepts: { body: NewReply },
    returns: { 201: Reply, 404: Failure },
    summary: "Reply to a ticket",
  },
  watch: {
    method: "GET",
    path: "/api/tickets/:id/replies",
    returns: { 200: stream(Reply), 404: Failure },
    summary: "All replies of a ticket, and those that are written later",
  },
})
