import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { clientNetwork } from "../../../context/request/ip-address.ts"
import type { TrustedProxies } from "../../../context/request/trusted-proxies.ts"
import { plainAddress } from "../../plain-address.ts"

/** Determines the client that a connection or request counts for. */
export interface Clients {
  /** The client of a connection; `undefined` for a trusted proxy, which carries many clients. */
  ofSocket(socket: Socket): string | undefined
  /** The client of a request, by the rule of `ctx.address`; `undefined` if only a trusted proxy is known. */
  ofRequest(request: IncomingMessage): string | undefined
}

/** Creates the lookup of clients behind these proxies. */
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
