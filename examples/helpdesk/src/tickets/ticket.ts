import { dto, list, type OutputOf } from "trivet"

/** Open: agents have to answer. Answered: the customer has to. */
export type TicketState = "open" | "answered" | "closed"

/** A ticket in a list. */
export const TicketSummary = dto({
  id: "required",
  title: "required",
  state: "required,oneof=open|answered|closed",
  customer: "required; The name of the user whose ticket it is.",
  organisation: "; The name of the organisation whose ticket it is.",
  assignee: "; The name of the agent who has taken it.",
  replies: "required,integer",
  escalated: "required,boolean; Whether its answer is overdue.",
  created_at: "required",
})

/** A file of a reply. */
export const Attachment = dto({ id: "required", name: "required", size: "required,integer" })

/** A reply, as everybody who sees its ticket sees it. The first one is the text that the ticket began with. */
export const Reply = dto({
  number: "required,integer",
  author: "required",
  text: "required",
  created_at: "required",
  attachments: list(Attachment),
})

/** A ticket with all that was said. */
export const Ticket = dto({ summary: TicketSummary, replies: list(Reply) })

export type TicketSummary = OutputOf<typeof TicketSummary>
export type Attachment = OutputOf<typeof Attachment>
export type Reply = OutputOf<typeof Reply>
export type Ticket = OutputOf<typeof Ticket>

/** What begins a ticket. */
export const NewTicket = dto({ title: "required,line,max=200", text: "required,max=10000" })

/** What is said in a reply. */
export const NewReply = dto({ text: "required,max=10000" })

/** What a list is narrowed by. */
export const ticketFilter = {
  q: "max=200; Words that the title or a reply contains.",
  state: "oneof=open|answered|closed",
} as const

/** What a list is narrowed by, as services take it. */
export interface TicketFilter {
  readonly q?: string | undefined
  readonly state?: TicketState | undefined
  readonly org_id?: string | undefined
}
