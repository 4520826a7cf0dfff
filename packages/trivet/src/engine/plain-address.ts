/** An address without the IPv6 prefix that dual-stack sockets add to IPv4 addresses. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address
}
