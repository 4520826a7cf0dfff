import { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { ListenerSocket } from "./listener-socket.ts"

/** A Web request as a listener sees it. */
export interface ListenerRequest {
  readonly incoming: IncomingMessage
  /** Discards the unread body, as Node's server does when the reply is complete. For listeners the body ends. */
  discard(): void
}

/** Creates a request. Its body is read with backpressure. */
export function createListenerRequest(request: Request, socket: ListenerSocket): ListenerRequest {
  const incoming = Object.assign(new IncomingMessage(socket as unknown as Socket), headOf(request))
  const body = request.body?.getReader()
  const end = () => {
    if (incoming.complete) return
    incoming.complete = true
    incoming.push(null)
  }
  const readPiece = async () => {
    const step = await body?.read()
    if (step === undefined || step.done) end()
    else if (!incoming.complete) incoming.push(step.value)
  }
  // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
  const { _read: read } = incoming
  // Of the object itself, and not of a class: Express replaces the prototype.
  // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
  incoming._read = (size) => {
    // Marks the body as wanted. Without that, Node reads only one piece.
    read.call(incoming, size)
    readPiece().catch((error: Error) => incoming.destroy(error))
  }
  return {
    incoming,
    discard: () => {
      if (incoming.complete) return
      body?.cancel().catch(() => undefined)
      end()
      incoming.resume()
    },
  }
}

function headOf(request: Request): Partial<IncomingMessage> {
  const headers = headersOfRequest(request)
  const lines = Object.entries(headers)
  return {
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    httpVersion: "1.1",
    method: request.method,
    url: targetOf(request.url),
    headers,
    rawHeaders: lines.flat(),
    headersDistinct: Object.fromEntries(lines.map(([name, value]) => [name, [value]])),
  }
}

function targetOf(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2))
}

function headersOfRequest({ headers, url, body }: Request): Record<string, string> {
  const map = Object.fromEntries(headers)
  map["host"] ??= new URL(url).host
  // Without `Content-Length` or `Transfer-Encoding`, body parsers assume that there is no body.
  if (body !== null && map["content-length"] === undefined) map["transfer-encoding"] ??= "chunked"
  return map
}
