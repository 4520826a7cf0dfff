import { type Context, parseIpAddress } from "trivet"

/**
 * What one client's addresses have in common: an IPv4 address itself, the first 64 bits of an IPv6 address, because
 * whoever has one has all of them; with `bits` 48, the site that such networks belong to. Every spelling of an address
 * gives the same.
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

/** Counts a client by his address; behind a proxy that the application does not trust, that is the proxy's. */
export function byAddress(ctx: Context): string {
  return networkOf(ctx.address)
}

/** Counts a client by who he is, where a middleware has found it out, and by his address otherwise. */
export function byUser(ctx: Context): string {
  const user: unknown = ctx.get("user_id" as never)
  return typeof user === "string" ? `user:${user}` : byAddress(ctx)
}
