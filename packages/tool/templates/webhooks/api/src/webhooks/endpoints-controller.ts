import { BearerAuth } from "@trivet/auth"
import { type Context, implement, inject } from "trivet"
import { DeliveriesStore } from "./deliveries-store.ts"
import { Endpoints } from "./endpoints-contract.ts"
import { EndpointsStore } from "./endpoints-store.ts"
import { OwnEndpoint } from "./own-endpoint.ts"
import { Webhooks } from "./webhooks.ts"

/** Answers for webhook endpoints: a method for each record of the contract. */
export class EndpointsController {
  readonly #endpoints = inject(EndpointsStore)
  readonly #deliveries = inject(DeliveriesStore)
  readonly #webhooks = inject(Webhooks)

  routes() {
    const own = [BearerAuth, OwnEndpoint] as const
    return implement(Endpoints, this, {
      index: [BearerAuth],
      create: [BearerAuth],
      delete: own,
      rotate: own,
      enable: own,
      deliveries: own,
      replay: own,
    })
  }

  index(ctx: Context<typeof Endpoints.index, "user_id">) {
    return this.#endpoints.list(ctx.get("user_id"))
  }

  async create(ctx: Context<typeof Endpoints.create, "user_id">) {
    const { url, events } = await ctx.bind()
    const made = await this.#endpoints.create(ctx.get("user_id"), url, events)
    ctx.response().setHeader("cache-control", "no-store")
    return ctx.status(201).json(made)
  }

  async delete(ctx: Context<typeof Endpoints.delete, "endpoint">) {
    await this.#endpoints.delete(ctx.get("endpoint").id)
    return undefined
  }

  async rotate(ctx: Context<typeof Endpoints.rotate, "endpoint">) {
    const secret = await this.#endpoints.rotate(ctx.get("endpoint").id)
    ctx.response().setHeader("cache-control", "no-store")
    return { secret }
  }

  async enable(ctx: Context<typeof Endpoints.enable, "endpoint">) {
    await this.#endpoints.enable(ctx.get("endpoint").id)
    return undefined
  }

  deliveries(ctx: Context<typeof Endpoints.deliveries, "endpoint">) {
    return this.#deliveries.list(ctx.get("endpoint").id)
  }

  async replay(ctx: Context<typeof Endpoints.replay, "endpoint">) {
    await this.#webhooks.replay(ctx.get("endpoint").id, ctx.param("delivery"))
    return undefined
  }
}
