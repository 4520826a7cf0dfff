import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { TrustedProxies } from "../../../context/request/trusted-proxies.ts"
import type { Log } from "../../../log/log.ts"
import { plainAddress } from "../../plain-address.ts"

/**
 * Number of requests checked after the start. The first request through a proxy shows it; later requests are not slowed
 * down.
 */
const looked = 1_000

const names = new Set(["x-forwarded-for", "x-forwarded-proto", "forwarded"])

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Calls `receive` for each request of a server, and logs one warning if an early one comes through a proxy that is not
 * in `trustedProxies`. There is always exactly one listener, and the address is read only for requests with a proxy
 * header: a second listener, or reading each address, makes all later requests up to 20% slower on Node 26.
 */
export function receiveAndWarn(
  server: Server,
  receive: Listener,
  proxies: TrustedProxies | undefined,
  log: Log,
): void {
  let left = looked
  const look: Listener = (request, response) => {
    const header = request.rawHeaders.find((name, at) => at % 2 === 0 && names.has(name.toLowerCase()))
    const address = header === undefined ? undefined : plainAddress(request.socket.remoteAddress ?? "")
    const isNews = address !== undefined && proxies?.trusts(address) !== true
    if (isNews) log.warn({ address, header }, warningOf(address, header!))
    if (isNews || --left === 0) server.off("request", look).on("request", receive)
    receive(request, response)
  }
  server.on("request", look)
}

function warningOf(address: string, header: string): string {
  return (
    `A request from ${address} has the header ${header}, but trustedProxies does not name ${address}, so the header is ` +
    "ignored. If that is your proxy, all clients behind it count as one address: they share rate limits, at most half " +
    "of the connections and half of the calls in flight. HTTPS at the proxy is not seen either: no HSTS, no Secure cookies " +
    `outside production. Set trustedProxies: ["${address}"] in createApp(), or TRUSTED_PROXIES=${address} in the ` +
    "environment of an application made by npm create trivet. If no proxy is there, a client sent the header: ignore this."
  )
}
