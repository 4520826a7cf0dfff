import { type Context, type Middleware, type Next, Reply } from "trivet"

/** A middleware that lets only some roles through. It needs one before it that provides `user_role`. */
export interface RoleGate extends Middleware {
  readonly needs: readonly ["user_role"]
  handle(ctx: Context<string, "user_role">, next: Next): unknown
}

/** Lets only users of these roles through: `group("/admin", [BearerAuth, role("admin")], […])`. */
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
