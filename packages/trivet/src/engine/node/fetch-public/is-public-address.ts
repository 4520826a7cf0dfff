import { BlockList, isIP } from "node:net"

// By IANA's registries of special-purpose addresses: what is not reachable over the internet, or leads to such an address.
const forbidden4: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, and what was never given out.
  "224.0.0.0/3",
]
/** Of IPv6, only this range is the internet. Mapped and translated IPv4 addresses are outside of it. */
const global6 = "2000::/3"
const forbidden6: readonly string[] = [
  // Tunnels of Teredo, which contain IPv4 addresses, and other protocols.
  "2001::/23",
  "2001:db8::/32",
  // 6to4, which contains IPv4 addresses.
  "2002::/16",
  "3fff::/20",
]

const ipv4 = listOf("ipv4", forbidden4)
const ipv6 = listOf("ipv6", forbidden6)
const internet6 = listOf("ipv6", [global6])

/** Whether an IP address is one of the internet, and none of this machine, its network or its provider. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !ipv4.check(address)
  // An address with a zone, such as `fe80::1%eth0`, is local.
  return (
    family === 6 && !address.includes("%") && internet6.check(address, "ipv6") && !ipv6.check(address, "ipv6")
  )
}

function listOf(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
