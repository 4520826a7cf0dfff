import { ApiKeyAuth, BearerAuth } from "@trivet/auth"
import { type Context, implement, inject } from "trivet"
import { CurrentUser } from "../users/current-user.ts"
import { KeyService } from "./key-service.ts"
import { Keys } from "./keys-contract.ts"

/** Answers for API keys: a method for each record of the contract. */
export class KeysController {
  readonly #keys = inject(KeyService)
  readonly #current = inject(CurrentUser)

  routes() {
    return implement(Keys, this, {
      create: [BearerAuth],
      index: [BearerAuth],
      end: [BearerAuth],
      // For programs. To open a route of yours to keys, write ApiKeyAuth instead of BearerAuth; tokens then do not open it.
      owner: [ApiKeyAuth],
    })
  }

  async create(ctx: Context<typeof Keys.create, "user_id">) {
    const made = await this.#keys.create(ctx.get("user_id"), await ctx.bind(), ctx)
    ctx.response().setHeader("cache-control", "no-store")
    return ctx.status(201).json(made)
  }

  index(ctx: Context<typeof Keys.index, "user_id">) {
    return this.#keys.list(ctx.get("user_id"))
  }

  async end(ctx: Context<typeof Keys.end, "user_id">) {
    const { password } = await ctx.bind()
    await this.#keys.end(ctx.get("user_id"), ctx.param("id"), password, ctx)
    return undefined
  }

  owner(ctx: Context<typeof Keys.owner, "user_id">) {
    return this.#current.of(ctx.get("user_id"))
  }
}
