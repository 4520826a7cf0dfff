/** An address as it is known elsewhere: a socket for both families tells IPv4 addresses in the manner of IPv6. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address
}
