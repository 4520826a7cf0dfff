import type { ApiKey } from "./api-keys/api-key-store.ts"

/**
 * The context values that the middlewares of this package set. They are part of `ContextValues`.
 *
 * @example
 * ```ts
 * import type { AuthValues } from "@trivet/auth"
 *
 * export function keyOf({ user_id }: Pick<AuthValues, "user_id">): string {
 *   return `drafts:${user_id}`
 * }
 * ```
 */
export interface AuthValues {
  /** The id of the user who sent the request. */
  user_id: string
  /** The user's e-mail address; not set by `SessionAuth` and `ApiKeyAuth`. */
  user_email: string
  /** The user's role; set by `BearerAuth` only. */
  user_role: string
  /** The API key of the request; set by `ApiKeyAuth` only. */
  api_key: ApiKey
  /** All claims of the access token; set by `issuerAuth()` only. */
  token_claims: Readonly<Record<string, unknown>>
  /** The id of an event, the same each time that it is sent; set by `webhookAuth()` only. */
  webhook_id: string
}

declare module "trivet" {
  interface ContextValues extends AuthValues {}
}
