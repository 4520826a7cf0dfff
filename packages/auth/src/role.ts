import { type Context, type Middleware, type Next, Reply } from "trivet"

/** The middleware that `role()` makes. A middleware before it must provide `user_role`. */
export interface RoleGate extends Middleware {
  readonly needs: readonly ["user_role"]
  handle(ctx: Context<string, "user_role">, next: Next): unknown
}

/**
 * A middleware that requires one of these roles, otherwise 403: `group("/admin", [BearerAuth, role("admin")], […])`. Put it
 * after `BearerAuth`.
 */
export function role(...allowed: readonly string[]): RoleGate {
  return {
    name: `role(${allowed.map((one) => JSON.stringify(one)).join(", ")})`,
    needs: ["user_role"],
    answers: { 403: "The role is not enough" },
    handle: (ctx, next) => {
      return allowed.includes(ctx.get("user_role")) ? next() : Reply.error(403, "Forbidden")
    },
  }
}
