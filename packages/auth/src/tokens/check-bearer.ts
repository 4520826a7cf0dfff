import { type Context, type Next, Reply, type Security } from "trivet"
import type { AccessTokens, TokenClaims } from "./access-tokens.ts"

const prefix = "Bearer "

/** How an access token is sent, as an OpenAPI security scheme. */
export const bearerSecurity: Security = {
  name: "bearer",
  scheme: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
}

/** Answers 401 if the access token is missing, malformed or invalid, in this order; otherwise calls `next()`. */
export function checkBearer(
  ctx: Context,
  next: Next,
  tokens: AccessTokens,
  missing: string,
  accept: (claims: TokenClaims) => void,
): unknown {
  const header = ctx.header("authorization")
  if (header === "") return Reply.error(401, missing)
  if (!header.startsWith(prefix) || header.length === prefix.length) {
    return Reply.error(401, "Invalid authorization format")
  }
  const proceed = (claims: TokenClaims | undefined): unknown => {
    if (claims === undefined) return Reply.error(401, "Invalid token")
    accept(claims)
    return next()
  }
  const claims = tokens.verify(header.slice(prefix.length))
  // A cached token is accepted synchronously.
  return claims instanceof Promise ? claims.then(proceed) : proceed(claims)
}
