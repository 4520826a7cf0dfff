import { Fault } from "../../fault/fault.ts"
import type { Call } from "../call.ts"
import type { Incoming } from "../incoming.ts"

/**
 * Converts a call to a Web `Request`. Its path is the one that the router matched; if no URL can represent it, the call
 * is rejected with 400. The body is a stream, and nothing is read before the consumer reads from it.
 */
export function requestOf(call: Call): Request {
  const { incoming, method, signal } = call
  const url = urlOf(call)
  // `Request` accepts no body with these two methods.
  const hasBody = method !== "GET" && method !== "HEAD" && incoming.hasBody !== false
  const headers = headersOfIncoming(incoming, hasBody)
  const init = { method, headers, signal }
  return new Request(url, hasBody ? { ...init, body: bodyStreamOf(call), duplex: "half" } : init)
}

function urlOf({ incoming: { host, path, query }, secure, pattern }: Call): string {
  const origin = `${secure ? "https" : "http"}://${host ?? ""}`
  const url = URL.parse(`${origin}${path}${query === "" ? "" : `?${query}`}`)
  // If the URL normalizes the path, its reader might take another route than the one whose guards have run. Without a
  // host, `URL` would take the first path segment as the host.
  if (url?.pathname !== path || url.username !== "")
    throw new Fault("URL_UNAVAILABLE", { route: pattern ?? path })
  return url.href
}

function headersOfIncoming(incoming: Incoming, hasBody: boolean): Headers {
  const headers = new Headers(incoming.headers())
  if (!hasBody) for (const name of ["content-length", "transfer-encoding"]) headers.delete(name)
  return headers
}

function bodyStreamOf(call: Call): ReadableStream<Uint8Array> {
  let pieces: AsyncIterator<Uint8Array> | undefined
  const stop = () => void pieces?.return?.()?.then(undefined, () => undefined)
  // A consumer that reads only a part would leave the connection waiting for the rest.
  call.onDone(stop)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pieces ??= call.incoming.stream()[Symbol.asyncIterator]()
        const step = await pieces.next()
        if (step.done === true) controller.close()
        else controller.enqueue(step.value)
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}
