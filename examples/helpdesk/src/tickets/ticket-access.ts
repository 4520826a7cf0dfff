import { type Context, inject, type Next, PublicError } from "trivet"
import { mayManage } from "./ticket-rules.ts"
import type { TicketRow } from "./tickets-tables.ts"
import { TicketsStore } from "./tickets-store.ts"

declare module "trivet" {
  interface ContextValues {
    ticket: TicketRow
  }
}

/** Lets pass who may see the ticket of the path, with the ticket. For others there is none. */
export class SeesTicket {
  readonly needs = ["actor"] as const
  readonly provides = ["ticket"] as const
  // The admin is that of its organisation.
  readonly allows = ["agent", "owner", "shared", "admin"]
  readonly answers: Readonly<Record<number, string>> = { 404: "Ticket not found" }
  readonly #tickets = inject(TicketsStore)

  async handle(ctx: Context<"/tickets/:id", "actor">, next: Next): Promise<unknown> {
    const found = await this.#tickets.find(ctx.get("actor"), ctx.param("id"))
    if (found === undefined) throw new PublicError(404, "Ticket not found")
    ctx.set("ticket", found)
    return next()
  }
}

/** Lets pass who may close the ticket and share it. */
export class ManagesTicket {
  readonly needs = ["actor", "ticket"] as const
  readonly allows = ["agent", "owner"]

  handle(ctx: Context<string, "actor" | "ticket">, next: Next): unknown {
    if (!mayManage(ctx.get("actor"), ctx.get("ticket"))) throw new PublicError(403, "Forbidden")
    return next()
  }
}

/** Lets agents pass. */
export class AgentOnly {
  readonly needs = ["actor"] as const
  readonly allows = ["agent"]

  handle(ctx: Context<string, "actor">, next: Next): unknown {
    if (!ctx.get("actor").isAgent) throw new PublicError(403, "Forbidden")
    return next()
  }
}

/** Lets pass who has confirmed an e-mail address: what others write is mailed there. */
export class VerifiedOnly {
  readonly needs = ["actor"] as const
  readonly allows = ["verified"]
  readonly answers: Readonly<Record<number, string>> = { 403: "The e-mail address is not confirmed" }

  handle(ctx: Context<string, "actor">, next: Next): unknown {
    if (!ctx.get("actor").isVerified) throw new PublicError(403, "Confirm your e-mail address first")
    return next()
  }
}
