import type { Incoming } from "../incoming.ts"
import { type IpAddress, isSameNetwork, parseIpAddress } from "./ip-address.ts"

/** Determines the client of a request that came through trusted proxies. */
export interface TrustedProxies {
  /** Whether an address belongs to a trusted proxy. */
  trusts(address: string): boolean
  /** The client's address: the last one in `X-Forwarded-For` that is not a trusted proxy. */
  addressOf(incoming: Pick<Incoming, "address" | "header">): string
  /** Whether the client uses HTTPS, as the directly connected proxy says in `X-Forwarded-Proto`. */
  isSecure(incoming: Incoming): boolean
}

interface Network {
  readonly address: IpAddress
  readonly bits: number
}

/** Parses a list of addresses and networks, such as `127.0.0.1` and `10.0.0.0/8`. */
export function trustedProxies(list: readonly string[]): TrustedProxies {
  const networks = list.map(parseNetwork)
  const isTrusted = (text: string): boolean => {
    const address = parseIpAddress(text)
    return (
      address !== undefined &&
      networks.some((network) => isSameNetwork(address, network.address, network.bits))
    )
  }
  return {
    trusts: isTrusted,
    addressOf: (incoming) => {
      let client = incoming.address
      const told = (incoming.header("x-forwarded-for") ?? "").split(",")
      // From right to left: each proxy appends the address that it saw. Everything left of the first untrusted address
      // can be forged by that client.
      while (isTrusted(client)) {
        const next = withoutPort((told.pop() ?? "").trim())
        if (parseIpAddress(next) === undefined) break
        client = next
      }
      return client
    },
    isSecure: (incoming) => {
      if (incoming.secure || !isTrusted(incoming.address)) return incoming.secure
      const told = (incoming.header("x-forwarded-proto") ?? "").split(",")
      return told.at(-1)!.trim().toLowerCase() === "https"
    },
  }
}

function parseNetwork(text: string): Network {
  const [, spelled = "", length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = parseIpAddress(spelled)
  const [most, offset] = spelled.includes(":") ? [128, 0] : [32, 96]
  const bits = length === undefined ? most : Number(length)
  if (address === undefined || bits > most)
    throw new TypeError(
      `"${text}" in trustedProxies is not an address, such as 10.0.0.1, or a network, such as 10.0.0.0/8`,
    )
  return { address, bits: bits + offset }
}

function withoutPort(text: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}
