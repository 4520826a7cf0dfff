import { type Context, inject, type Next, Reply, type Security } from "trivet"
import { ApiKeys } from "./api-keys.ts"

/**
 * A middleware that requires a valid API key in `X-API-Key`, otherwise 401. It sets `api_key` and `user_id`. A key that is
 * limited to scopes gets 403: only `ScopedApiKeyAuth` accepts it.
 */
export class ApiKeyAuth {
  readonly kinds = ["request"] as const
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
    if (key.scopes !== undefined && !this.takesScopes()) return Reply.error(403, "Forbidden")
    ctx.set("api_key", key)
    ctx.set("user_id", key.user_id)
    // HTTP lets caches store replies to requests with `X-API-Key`, unlike those with `Authorization`. A handler may
    // override it.
    ctx.response().setHeader("cache-control", "no-store")
    return next()
  }

  /** Whether keys that are limited to scopes are accepted. */
  protected takesScopes(): boolean {
    return false
  }
}

/**
 * Like `ApiKeyAuth`, but it also accepts keys that are limited to scopes. Use it only where each route has `can()`,
 * which checks the scopes: a route without `can()` requires no permission, so any key of the user would be accepted.
 */
export class ScopedApiKeyAuth extends ApiKeyAuth {
  protected override takesScopes(): boolean {
    return true
  }
}
