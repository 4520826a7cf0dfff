import { AccessTokens, ApiKeyAuth, ApiKeys, BearerAuth, type Generation, Revocations } from "@trivet/auth"
import { type Context, implement, inject, PublicError } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { CurrentUser } from "../users/current-user.ts"
import { ApiKeyRoutes } from "./api-keys-contract.ts"

const mostKeys = 100

/** Answers the routes of API keys. A key belongs to the user who created it, whatever the body says. */
export class ApiKeysController {
  readonly #keys = inject(ApiKeys)
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)
  readonly #current = inject(CurrentUser)
  readonly #events = inject(AuthEvents)

  routes() {
    const bearer = [BearerAuth]
    return implement(ApiKeyRoutes, this, {
      create: bearer,
      index: bearer,
      delete: bearer,
      show: [ApiKeyAuth],
    })
  }

  async create(ctx: Context<typeof ApiKeyRoutes.create, "user_id">) {
    const { name } = await ctx.bind()
    const generation = await this.#checkAgain(ctx)
    const user = await this.#current.of(ctx.get("user_id"))
    // One account must not fill the table, and the list of its keys has no pages.
    if ((await this.#keys.list(user.id)).length >= mostKeys) throw new PublicError(409, "Too many API keys")
    const made = await this.#keys.create(user.id, name, generation).catch(invalidToken)
    this.#events.log("API key made", { user_id: made.user_id, key_id: made.id })
    return ctx.status(201).json(made)
  }

  async index(ctx: Context<typeof ApiKeyRoutes.index, "user_id">) {
    const keys = await this.#keys.list(ctx.get("user_id"))
    // The specification names four fields. A service of your own would show when a key expires and was used last.
    return keys.map(({ id, name, user_id, created_at }) => ({ id, name, user_id, created_at }))
  }

  async delete(ctx: Context<typeof ApiKeyRoutes.delete, "user_id">) {
    const [key_id, user_id] = [ctx.param("id"), ctx.get("user_id")]
    if (await this.#keys.revoke(key_id, user_id)) this.#events.log("API key revoked", { user_id, key_id })
    return undefined
  }

  show(ctx: Context<typeof ApiKeyRoutes.show, "user_id">) {
    return this.#current.of(ctx.get("user_id"))
  }

  /**
   * The generation of the user, if the token is valid after it was read. `BearerAuth` may know the token from its cache, and a
   * key does not expire: one that is made with a token that was ended would survive `users end`.
   */
  async #checkAgain(ctx: Context<typeof ApiKeyRoutes.create, "user_id">): Promise<Generation> {
    const generation = await this.#revocations.generationOf(ctx.get("user_id"))
    const token = ctx.header("authorization").slice("Bearer ".length)
    if ((await this.#tokens.recheck(token)) === undefined) throw new PublicError(401, "Invalid token")
    return generation
  }
}

/** The token was ended while the key was made: as `BearerAuth` says it. */
function invalidToken(error: unknown): never {
  throw error instanceof PublicError && error.status === 401 ? new PublicError(401, "Invalid token") : error
}
