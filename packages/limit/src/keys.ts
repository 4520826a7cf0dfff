import type { Context } from "trivet"
import { parseIpAddress } from "trivet/extend"

/**
 * Returns the network of a client: an IPv4 address itself, or the first 64 bits of an IPv6 address, because one client
 * can use all addresses that begin with them. `bits` 48 gives the site, which contains 65,536 such networks. All
 * spellings of an address give the same text; what is not an address gives `"unknown"`.
 *
 * @example
 * ```ts
 * import { limit, networkOf } from "@trivet/limit"
 *
 * // Inside routes(): all networks of a site count together.
 * export const perSite = () =>
 *   limit({ name: "search", max: 300, seconds: 60, key: (ctx) => networkOf(ctx.address, 48) })
 * ```
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  const groups = parseIpAddress(address)
  if (groups === undefined) return "unknown"
  const isFour = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isFour)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".")
  return `${groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16))
    .join(":")}::/${bits}`
}

/**
 * A key for `limit()`: the network of the client's address. It is the default. Behind a proxy that is not in
 * `trustedProxies`, it is the address of the proxy.
 *
 * @example
 * ```ts
 * import { byAddress, limit } from "@trivet/limit"
 *
 * // Inside routes(): each client has 10 points for each value of the header.
 * export const perTenant = () =>
 *   limit({ name: "import", max: 10, seconds: 60, key: (ctx) => `${ctx.header("x-tenant")} ${byAddress(ctx)}` })
 * ```
 */
export function byAddress(ctx: Context): string {
  return networkOf(ctx.address)
}

/**
 * A key for `limit()`: the context value `user_id` if a middleware before the limit has set it, such as `BearerAuth`;
 * otherwise `byAddress()`.
 */
export function byUser(ctx: Context): string {
  const user: unknown = ctx.get("user_id" as never)
  return typeof user === "string" ? `user:${user}` : byAddress(ctx)
}
