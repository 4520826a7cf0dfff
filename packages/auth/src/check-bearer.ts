import { type Context, type Next, Reply, type Security } from "trivet"
import type { AccessTokens, TokenClaims } from "./access-tokens.ts"

const prefix = "Bearer "

/** How a call shows an access token, in the words of OpenAPI. */
export const bearerSecurity: Security = {
  name: "bearer",
  scheme: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
}

/** Answers a call without a good access token with 401, in the order in which it can be wrong, and hands on the others. */
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
  // A token that is remembered costs no turn of the event loop.
  return claims instanceof Promise ? claims.then(proceed) : proceed(claims)
}
