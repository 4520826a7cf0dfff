import "./context-values.ts"
import { type Context, inject, type Next, type Security } from "trivet"
import { AccessTokens, type TokenClaims } from "./access-tokens.ts"
import { AuthSettings } from "./auth-settings.ts"

const prefix = "Bearer "

/** Lets calls with a good access token through, and says whose they are. */
export class BearerAuth {
  readonly provides = ["user_id", "user_email", "user_role"] as const
  readonly security: Security = {
    name: "bearer",
    scheme: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  }
  readonly answers: Readonly<Record<number, string>> = { 401: "The token is missing or not good" }
  readonly #tokens = inject(AccessTokens)
  readonly #settings = inject(AuthSettings)

  handle(ctx: Context, next: Next): unknown {
    const header = ctx.header("authorization")
    if (header === "") return ctx.status(401).json({ error: this.#settings.missing })
    if (!header.startsWith(prefix) || header.length === prefix.length) {
      return ctx.status(401).json({ error: "Invalid authorization format" })
    }
    const claims = this.#tokens.verify(header.slice(prefix.length))
    return claims instanceof Promise
      ? claims.then((later) => proceed(ctx, next, later))
      : proceed(ctx, next, claims)
  }
}

function proceed(ctx: Context, next: Next, claims: TokenClaims | undefined): unknown {
  if (claims === undefined) return ctx.status(401).json({ error: "Invalid token" })
  ctx.set("user_id", claims.user_id)
  ctx.set("user_email", claims.email)
  if (claims.role !== undefined) ctx.set("user_role", claims.role)
  return next()
}
