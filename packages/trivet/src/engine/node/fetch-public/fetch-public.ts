import { lookup } from "node:dns"
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { fault } from "./faults.ts"
import { isPublicAddress } from "./is-public-address.ts"

const notPublic = "is not on the internet"

/** Options of `fetchPublic()`. */
export interface FetchPublicOptions {
  /** Default: `GET`. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Default: none. */
  readonly body?: string | Uint8Array
  /** Milliseconds until the whole reply must have arrived. Default: 10,000. */
  readonly timeout?: number
  /** The maximum size of the reply's body in bytes. Default: 1,048,576. */
  readonly maxSize?: number
  /** Aborts the request. */
  readonly signal?: AbortSignal
}

/**
 * Sends a request to an address that a customer has chosen, such as that of a webhook: `fetchPublic(url, { method: "POST",
 * body })`. It connects to the internet only. An address of this machine or its network is a fault, also if a name leads to
 * it. It follows no redirects, and neither waits nor reads for ever. Proxies of the environment are not used.
 */
export async function fetchPublic(
  address: string | URL,
  options: FetchPublicOptions = {},
): Promise<Response> {
  const { method = "GET", headers = {}, body, timeout = 10_000, maxSize = 1_048_576 } = options
  const url = new URL(address)
  const secure = url.protocol === "https:"
  const reason = findObstacle(url)
  if (reason !== undefined) throw fault("FETCH_ADDRESS_FORBIDDEN", { host: url.host, reason })
  const limits = [AbortSignal.timeout(timeout), ...(options.signal === undefined ? [] : [options.signal])]
  const signal = AbortSignal.any(limits)
  signal.throwIfAborted()

  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const send = secure ? httpsRequest : httpRequest
  // Without an agent each request has a connection of its own, whose address has been looked at.
  const sent = send(url, { method, headers, agent: false, lookup: lookupPublic, setHost: true })
  const stop = () => sent.destroy(signal.reason as Error)
  signal.addEventListener("abort", stop)
  sent.on("error", reject)
  sent.on("response", (reply) => {
    readReply(reply, maxSize, url.host).then(resolve, (error: unknown) => {
      sent.destroy()
      reject(error)
    })
  })
  sendToPublic(sent, url.host, body)
  try {
    return await promise
  } catch (error) {
    // An aborted reply only says that it has ended.
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener("abort", stop)
  }
}

/**
 * Returns whether `fetchPublic()` may be called with an address, as far as the address itself says: `http:` or `https:`, no
 * password, and no IP address of this machine or its network. Where a name leads is looked up only when it is called.
 */
export function isPublicUrl(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && findObstacle(url) === undefined
}

/** Why an address is forbidden before any name is looked up; `undefined` if it is not. */
function findObstacle({ protocol, username, password, hostname }: URL): string | undefined {
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "")
    return "needs http: or https: and no password"
  // The parser of URLs has written numbers such as `0x7f.1` as an address. `lookup` is not asked about it.
  const host = hostname.replaceAll(/^\[|\]$/g, "")
  return isIP(host) !== 0 && !isPublicAddress(host) ? notPublic : undefined
}

function refuseOthers(host: string, address: string): void {
  if (isPublicAddress(address)) return
  throw fault("FETCH_ADDRESS_FORBIDDEN", { host, reason: notPublic })
}

/** Finds only public addresses. The connection is made to one of them, so the name cannot change in between. */
const lookupPublic: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, [])
    const some = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = some
    if (first === undefined) return found(fault("FETCH_ADDRESS_FORBIDDEN", { host, reason: notPublic }), [])
    if (options.all === true) found(null, some)
    else found(null, first.address, first.family)
  })
}

/** Sends the request when it is connected, and looks at the peer once more before. */
function sendToPublic(sent: ClientRequest, host: string, body: string | Uint8Array | undefined): void {
  sent.once("socket", (socket) =>
    socket.once("connect", () => {
      try {
        refuseOthers(host, socket.remoteAddress ?? "")
        sent.end(body)
      } catch (error) {
        sent.destroy(error as Error)
      }
    }),
  )
}

async function readReply(reply: IncomingMessage, maxSize: number, host: string): Promise<Response> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of reply as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += piece.length
    if (size > maxSize) throw fault("FETCH_REPLY_TOO_LARGE", { host, max: maxSize })
    pieces.push(piece)
  }
  const status = reply.statusCode!
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(reply.headersDistinct))
    for (const value of values) headers.append(name, value)
  // `Response` takes no body with these.
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : await new Blob(pieces).arrayBuffer(), { status, headers })
}
