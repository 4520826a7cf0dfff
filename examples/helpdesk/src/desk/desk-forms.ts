import { file, form, type UploadedFile } from "@trivet/multipart"
import { dto } from "trivet"
import { NewReply, NewTicket } from "../tickets/ticket.ts"

// Whatever customers have: it is stored as it is, and browsers only download it.
const files = { attachment: file({ maxSize: "2 MB" }) }

/** The form that begins a ticket. */
export const TicketForm = form(NewTicket, files)

/** The form of a reply. */
export const ReplyForm = form(NewReply, files)

/** A reply that is saved for later; an empty one deletes what was saved. */
export const DraftForm = dto({ text: "max=10000,default=" })

/** With whom to share a ticket. */
export const ShareForm = dto({ email: "required,email" })

/** The files of a form: a browser sends a field without a chosen file as an empty one. */
export function filesOf(sent: UploadedFile | undefined): readonly UploadedFile[] {
  return sent === undefined || sent.size === 0 ? [] : [sent]
}
