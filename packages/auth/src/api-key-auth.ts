import { type Context, inject, type Next, Reply, type Security } from "trivet"
import { ApiKeys } from "./api-keys.ts"

/** A middleware that requires a valid API key in `X-API-Key`, otherwise 401. It sets `api_key` and `user_id`. */
export class ApiKeyAuth {
  readonly kinds = ["request", "socket"] as const
  readonly provides = ["api_key", "user_id"] as const
  readonly security: Security = {
    name: "apiKey",
    scheme: { type: "apiKey", in: "header", name: "X-API-Key" },
  }
  readonly answers: Readonly<Record<number, string>> = { 401: "Missing or invalid API key" }
  readonly #keys = inject(ApiKeys)

  async handle(ctx: Context, next: Next): Promise<unknown> {
    const sent = ctx.header("x-api-key")
    if (sent === "") return Reply.error(401, "Missing API key")
    const key = await this.#keys.find(sent)
    if (key === undefined) return Reply.error(401, "Invalid API key")
    ctx.set("api_key", key)
    ctx.set("user_id", key.user_id)
    // No HTTP rule keeps a cache from storing the reply, as one does for `Authorization`. A handler may set its own.
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }
}
