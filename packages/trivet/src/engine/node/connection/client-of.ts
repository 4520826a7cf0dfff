import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { clientNetwork } from "../../../context/ip-address.ts"
import type { TrustedProxies } from "../../../context/trusted-proxies.ts"
import { plainAddress } from "../../plain-address.ts"

/** Says for which client connections and calls count. */
export interface Clients {
  /** The client at the other end of a connection; `undefined` for a trusted proxy, which stands for many. */
  ofSocket(socket: Socket): string | undefined
  /** The client that a call comes from, by the rule of `ctx.address`; `undefined` where only a trusted proxy is known. */
  ofRequest(request: IncomingMessage): string | undefined
}

/** Tells clients apart, behind these proxies. */
export function clientsBehind(proxies: TrustedProxies | undefined): Clients {
  const clientOf = (address: string) =>
    address === "" || proxies?.trusts(address) === true ? undefined : clientNetwork(address)
  return {
    ofSocket: (socket) => clientOf(addressOf(socket)),
    ofRequest: (request) => {
      const address = addressOf(request.socket)
      if (proxies === undefined) return clientOf(address)
      return clientOf(proxies.addressOf({ address, header: (name) => headerOf(request, name) }))
    },
  }
}

function addressOf(socket: Socket): string {
  return plainAddress(socket.remoteAddress ?? "")
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(", ") : value
}
