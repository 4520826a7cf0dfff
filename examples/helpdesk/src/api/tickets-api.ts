import { ApiKeyAuth } from "@trivet/auth"
import { type Context, events, implement, inject, routes, type ServerEvent } from "trivet"
import { Acting } from "../tickets/actor.ts"
import { LiveReplies, numberOfEvent } from "../tickets/live-replies.ts"
import { SeesTicket, VerifiedOnly } from "../tickets/ticket-access.ts"
import type { Reply } from "../tickets/ticket.ts"
import { Tickets } from "../tickets/tickets.ts"
import { TicketsStore } from "../tickets/tickets-store.ts"
import { TicketsApi } from "./tickets-contract.ts"

const acting = [ApiKeyAuth, Acting] as const

/** Answers the API: the same services as the pages, with the same rules. */
export class TicketsApiController {
  readonly #store = inject(TicketsStore)
  readonly #tickets = inject(Tickets)
  readonly #live = inject(LiveReplies)

  routes() {
    return routes(
      implement(TicketsApi, this, {
        index: acting,
        show: [...acting, SeesTicket],
        create: [...acting, VerifiedOnly],
        reply: [...acting, SeesTicket, VerifiedOnly],
        watch: [...acting, SeesTicket],
      }),
    )
  }

  index(ctx: Context<typeof TicketsApi.index, "actor">) {
    const query = ctx.input("query")
    return this.#store.page(ctx.get("actor"), query, query)
  }

  async show(ctx: Context<typeof TicketsApi.show, "actor" | "ticket">) {
    const { id } = ctx.get("ticket")
    return {
      summary: await this.#store.summary(ctx.get("actor"), id),
      replies: await this.#store.replies(id),
    }
  }

  async create(ctx: Context<typeof TicketsApi.create, "actor">) {
    const actor = ctx.get("actor")
    const id = await this.#tickets.open(actor, await ctx.bind())
    return ctx.status(201).json(await this.#store.summary(actor, id))
  }

  async reply(ctx: Context<typeof TicketsApi.reply, "actor" | "ticket">) {
    const reply = await this.#tickets.reply(ctx.get("actor"), ctx.get("ticket"), await ctx.bind())
    return ctx.status(201).json(reply)
  }

  async watch(ctx: Context<typeof TicketsApi.watch, "ticket">) {
    const last = numberOfEvent(ctx.header("last-event-id")) ?? 0
    return events(numbered(await this.#live.after(ctx.get("ticket").id, last, ctx)))
  }
}

/** The number of a reply is the id of its event, from which a client resumes. */
async function* numbered(replies: AsyncIterable<Reply>): AsyncGenerator<ServerEvent<Reply>> {
  for await (const data of replies) yield { id: String(data.number), data }
}
