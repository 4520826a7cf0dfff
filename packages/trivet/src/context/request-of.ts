import { Fault } from "../fault/fault.ts"
import type { Call } from "./call.ts"
import type { Incoming } from "./incoming.ts"

/**
 * A call as a Web `Request`. Its path is spelled as the router matched it; a call for which no such request exists is
 * rejected with 400. The body is a stream, and nothing of it is read before the request's own reader asks for it.
 */
export function requestOf(call: Call): Request {
  const { incoming, method, signal } = call
  const url = urlOf(call)
  // The class accepts no body with these two.
  const hasBody = method !== "GET" && method !== "HEAD" && incoming.hasBody !== false
  const headers = headersOf(incoming, hasBody)
  const init = { method, headers, signal }
  return new Request(url, hasBody ? { ...init, body: bodyOf(call), duplex: "half" } : init)
}

function urlOf({ incoming: { host, path, query }, secure, pattern }: Call): string {
  const origin = `${secure ? "https" : "http"}://${host ?? ""}`
  const url = URL.parse(`${origin}${path}${query === "" ? "" : `?${query}`}`)
  // Another spelling might be another path to the reader of this one, behind guards that were chosen for the first.
  // Without a host, a URL takes the first segment for one.
  if (url?.pathname !== path || url.username !== "")
    throw new Fault("URL_UNAVAILABLE", { route: pattern ?? path })
  return url.href
}

function headersOf(incoming: Incoming, hasBody: boolean): Headers {
  const headers = new Headers(incoming.headers())
  if (!hasBody) for (const name of ["content-length", "transfer-encoding"]) headers.delete(name)
  return headers
}

function bodyOf(call: Call): ReadableStream<Uint8Array> {
  let pieces: AsyncIterator<Uint8Array> | undefined
  const stop = () => void pieces?.return?.()?.then(undefined, () => undefined)
  // Whoever reads a part and forgets the rest would keep the connection waiting.
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
