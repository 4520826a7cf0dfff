import { type Context, inject, type Next, type Security } from "trivet"
import { AccessTokens } from "./access-tokens.ts"
import { AuthSettings } from "../auth-settings.ts"
import { bearerSecurity, checkBearer } from "./check-bearer.ts"
import { fault } from "../faults.ts"

/**
 * A middleware that requires a valid access token in `Authorization: Bearer …`, otherwise 401. It sets `user_id`,
 * `user_email` and `user_role`, and needs the setting `claims: "full"`.
 */
export class BearerAuth {
  readonly kinds = ["request"] as const
  readonly provides = ["user_id", "user_email", "user_role"] as const
  readonly security: Security = bearerSecurity
  readonly answers: Readonly<Record<number, string>> = { 401: "Missing or invalid access token" }
  readonly #tokens = inject(AccessTokens)
  readonly #missing: string

  constructor() {
    const { claims, missing } = inject(AuthSettings)
    if (claims !== "full") throw fault("AUTH_ROLE_MISSING", {})
    this.#missing = missing
  }

  handle(ctx: Context, next: Next): unknown {
    return checkBearer(ctx, next, this.#tokens, this.#missing, ({ user_id, email, role = "user" }) => {
      ctx.set("user_id", user_id)
      ctx.set("user_email", email)
      ctx.set("user_role", role)
    })
  }
}
