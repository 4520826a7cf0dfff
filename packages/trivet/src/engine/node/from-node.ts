import type { IncomingMessage, ServerResponse } from "node:http"
import { Fault } from "../../fault/fault.ts"
import { PublicError } from "../../fault/public-error.ts"
import { createListenerReply } from "./listener/listener-reply.ts"
import { createListenerResponse } from "./listener/listener-response.ts"
import { errorOf } from "./listener/error-of.ts"
import { createListenerRequest } from "./listener/listener-request.ts"
import { ListenerSocket } from "./listener/listener-socket.ts"

/** A function that answers requests of `node:http`. Express and Connect call it with a third argument. */
export type MountedListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown

/**
 * Makes a fetch handler of a Node listener, for `mount()`: `mount("/legacy", fromNode(express))`. If the listener calls
 * `next()`, as Express does where no route matches, the reply is Trivet's 404; an error that it passes to `next()` or
 * throws becomes a reply in the application's format. Upgrades, such as WebSockets, are not supported.
 *
 * @example
 * ```ts
 * import { mount, routes } from "trivet"
 * import { fromNode } from "trivet/node"
 *
 * export class Legacy {
 *   routes() {
 *     return routes([mount("/legacy", fromNode((req, res) => res.end(`You sent ${req.method} ${req.url}`)))])
 *   }
 * }
 * ```
 */
export function fromNode(
  listener: MountedListener,
): (request: Request, info?: { readonly remoteAddr?: { readonly hostname?: string } }) => Promise<Response> {
  return (request, info) => {
    const { method, url, signal } = request
    const reply = createListenerReply(method, () => socket.destroy())
    const client = { address: info?.remoteAddr?.hostname, secure: url.startsWith("https:") }
    const socket = new ListenerSocket(client, reply.take)
    const { incoming, discard } = createListenerRequest(request, socket)
    const outgoing = createListenerResponse(incoming, socket)
    const leave = () => socket.destroy()
    signal.addEventListener("abort", leave)
    outgoing.once("finish", () => {
      reply.end()
      discard()
      // Deferred, because the stream would report an error for data that it considers unwritten.
      process.nextTick(() => socket.destroy())
    })
    socket.once("close", () => {
      signal.removeEventListener("abort", leave)
      if (outgoing.writableFinished) return
      reply.fail(socket.errored ?? (signal.aborted ? left() : closed(incoming)))
      incoming.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" }))
    })
    if (signal.aborted) leave()
    else void call(listener, incoming, outgoing)
    return reply.response
  }
}

/** Calls a listener. If it does not answer, or fails, its connection is closed with the error. */
async function call(
  listener: MountedListener,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const fail = (thrown: unknown) => outgoing.destroy(errorOf(thrown))
  const next = (thrown?: unknown) => {
    if (thrown !== undefined && thrown !== null) fail(thrown)
    else if (!outgoing.headersSent) fail(unansweredFault(incoming))
  }
  try {
    await listener(incoming, outgoing, next)
  } catch (thrown) {
    fail(thrown)
  }
}

/** For a disconnected client. The reply is not sent and not logged; the status is the one that nginx uses. */
function left(): PublicError {
  return new PublicError(499, "Client Closed Request")
}

function closed({ method = "", url = "" }: IncomingMessage): Fault {
  return new Fault("LISTENER_CLOSED", { method, target: url })
}

function unansweredFault({ method = "", url = "" }: IncomingMessage): Fault {
  return new Fault("NOT_FOUND", { method, path: url.split("?", 1)[0]! })
}
