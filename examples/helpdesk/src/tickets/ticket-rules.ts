import { inject } from "trivet"
import { Db } from "../database/db.ts"
import { rolesWith } from "../organisations/org-permissions.ts"
import type { Actor } from "./actor.ts"
import type { TicketRow } from "./tickets-tables.ts"

const hour = 60 * 60 * 1_000

/** How long a customer waits for an answer before the ticket is escalated, in milliseconds. */
export const answerWithin = 4 * hour

/**
 * Which tickets a user may see. Every query for a list, a search, an export, one ticket or its stream begins here, so that
 * a change of this rule changes all of them.
 */
export class TicketRules {
  readonly #db = inject(Db)

  /**
   * A query for the tickets that a user may see: an agent all, a customer the own ones, those shared with them, and those of the
   * organisations in which the customer has a role that reads them.
   */
  visibleTo({ id, isAgent }: Actor) {
    const all = this.#db.selectFrom("tickets")
    if (isAgent) return all
    return all.where((row) =>
      row.or([
        row("tickets.user_id", "=", id),
        row.exists(
          row
            .selectFrom("shares")
            .select("shares.user_id")
            .whereRef("shares.ticket_id", "=", "tickets.id")
            .where("shares.user_id", "=", id),
        ),
        row.exists(
          row
            .selectFrom("members")
            .select("members.user_id")
            .whereRef("members.org_id", "=", "tickets.org_id")
            .where("members.user_id", "=", id)
            .where("members.role", "in", rolesWith("tickets:read")),
        ),
      ]),
    )
  }
}

/** Whether a user may close a ticket, and decide who else sees it. */
export function mayManage(actor: Actor, ticket: Pick<TicketRow, "user_id">): boolean {
  return actor.isAgent || actor.id === ticket.user_id
}

/** Whether a reply of this user answers the customer: that of an agent, except on a ticket of their own. */
export function isAnswer(actor: Actor, ticket: Pick<TicketRow, "user_id">): boolean {
  return actor.isAgent && actor.id !== ticket.user_id
}
