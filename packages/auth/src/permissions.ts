import { type Context, type Middleware, type Next, Reply } from "trivet"

/** The middleware that `can()` makes. A middleware before it must provide `user_role`. */
export interface PermissionCheck extends Middleware {
  readonly needs: readonly ["user_role"]
  /** The roles that have the permission. */
  readonly allows: readonly string[]
  handle(ctx: Context<string, "user_role">, next: Next): unknown
}

/** The permissions of each role. */
export type Grants = Readonly<Record<string, readonly string[]>>

/**
 * Grants permissions to roles, in one place, and makes `can()` of them: `can("posts:publish")` is a middleware that
 * requires a role with that permission, otherwise 403. A permission that no role has does not compile. Put it after
 * `BearerAuth`. An API key with scopes needs the permission among them too.
 *
 * @example
 * ```ts
 * import { BearerAuth, permissions } from "@trivet/auth"
 * import { group, post, routes } from "trivet"
 *
 * export const can = permissions({
 *   user: ["posts:write"],
 *   editor: ["posts:write", "posts:publish"],
 * })
 *
 * export class Publishing {
 *   routes() {
 *     return routes([group("/posts", [BearerAuth, can("posts:publish")], [post("/:id/publish", this.publish)])])
 *   }
 *   publish() {}
 * }
 * ```
 */
export function permissions<const Given extends Grants>(
  grants: Given,
): (permission: Given[keyof Given][number]) => PermissionCheck {
  return (permission) => {
    const allows = Object.keys(grants).filter((role) => grants[role]!.includes(permission))
    const roles = new Set(allows)
    return {
      name: `can(${JSON.stringify(permission)})`,
      needs: ["user_role"],
      allows,
      answers: { 403: `The role lacks the permission \`${permission}\`` },
      handle: (ctx, next) =>
        roles.has(ctx.get("user_role")) && isInScope(ctx, permission)
          ? next()
          : Reply.error(403, "Forbidden"),
    }
  }
}

/** The scopes of an API key restrict the permissions of its user's role. They never add any. */
function isInScope(ctx: Context<string, "user_role">, permission: string): boolean {
  const scopes = ctx.get("api_key")?.scopes
  return scopes === undefined || scopes.includes(permission)
}
