import { type Context, inject, type Next, type Security } from "trivet"
import { AccessTokens } from "./access-tokens.ts"
import { AuthSettings } from "../auth-settings.ts"
import { bearerSecurity, checkBearer } from "./check-bearer.ts"

/**
 * A middleware that requires a valid access token in `Authorization: Bearer …`, otherwise 401. It sets `user_id` and
 * `user_email`, and no role: for the setting `claims: "short"`.
 */
export class ShortBearerAuth {
  readonly kinds = ["request"] as const
  readonly provides = ["user_id", "user_email"] as const
  readonly security: Security = bearerSecurity
  readonly answers: Readonly<Record<number, string>> = { 401: "Missing or invalid access token" }
  readonly #tokens = inject(AccessTokens)
  readonly #missing: string = inject(AuthSettings).missing

  handle(ctx: Context, next: Next): unknown {
    return checkBearer(ctx, next, this.#tokens, this.#missing, ({ user_id, email }) => {
      ctx.set("user_id", user_id)
      ctx.set("user_email", email)
    })
  }
}
