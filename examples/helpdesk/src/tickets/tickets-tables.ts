import type { FileRow } from "@trivet/files"
import type { TicketState } from "./ticket.ts"

/** A row of `tickets`. */
export interface TicketRow {
  readonly id: string
  /** The customer. */
  readonly user_id: string
  /** That of the customer; `null` if the ticket is the customer's alone. */
  readonly org_id: string | null
  readonly title: string
  readonly state: TicketState
  readonly assignee_id: string | null
  /** How many replies it has, which is the number of the last one. */
  readonly replies: number
  readonly created_at: Date
  /** When agents must have answered; `null` while the customer waits for nothing. */
  readonly due_at: Date | null
  readonly escalated_at: Date | null
}

/** A row of `replies`. Those of one ticket are numbered in the order of their commits, without gaps. */
export interface ReplyRow {
  readonly ticket_id: string
  readonly number: number
  /** `null` if the account was deleted. */
  readonly author_id: string | null
  readonly text: string
  readonly created_at: Date
}

/** A row of `attachments`: a file of a reply. */
export interface AttachmentRow {
  readonly file_id: string
  readonly ticket_id: string
  readonly number: number
}

/** A row of `shares`: a user who may see a ticket of somebody else. */
export interface ShareRow {
  readonly ticket_id: string
  readonly user_id: string
}

/** A row of `drafts`: a reply that a user has not sent yet. */
export interface DraftRow {
  readonly ticket_id: string
  readonly user_id: string
  readonly text: string
}

// A migration makes the tables; here the compiler learns of them.
declare module "../database/db.ts" {
  interface Tables {
    readonly tickets: TicketRow
    readonly replies: ReplyRow
    readonly attachments: AttachmentRow
    readonly stored_files: FileRow
    readonly shares: ShareRow
    readonly drafts: DraftRow
  }
}
