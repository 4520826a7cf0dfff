import type { Reply } from "../../context/reply.ts"
import type { Log } from "../../store/log.ts"
import { dropBody, isStreamed, type Pieces, piecesOf } from "../pieces.ts"

const encoder = new TextEncoder()

/** The body of a `Response`. Word is given to `done` when the runtime has taken the last piece or goes away. */
export function writeBody(
  request: Request,
  reply: Reply,
  log: Log,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  const { body, done, status } = reply
  const finish = done === undefined ? undefined : once((aborted: boolean) => done({ status, aborted }))
  if (request.method !== "HEAD" && isStreamed(body))
    return streamOf(piecesOf(body), request.signal, finish ?? (() => undefined), log)
  // The runtime writes it whole and says no more: the nearest moment to the last byte is after this turn.
  if (finish !== undefined) setTimeout(() => finish(false), 0)
  if (request.method !== "HEAD") return (body ?? null) as string | Uint8Array<ArrayBuffer> | null
  dropBody(body)
  return null
}

function streamOf(
  pieces: Pieces,
  signal: AbortSignal,
  finish: (aborted: boolean) => void,
  log: Log,
): ReadableStream<Uint8Array> {
  const stop = () => {
    signal.removeEventListener("abort", stop)
    finish(true)
    pieces.cancel()
  }
  signal.addEventListener("abort", stop)
  if (signal.aborted) stop()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await pieces.next()
        if (step.done !== true)
          return controller.enqueue(typeof step.value === "string" ? encoder.encode(step.value) : step.value)
        signal.removeEventListener("abort", stop)
        finish(false)
        controller.close()
      } catch (error) {
        signal.removeEventListener("abort", stop)
        // A source may well fail because its client went away: that is no news.
        if (!signal.aborted) log.error({ err: error }, "the source of a reply failed: the connection is cut")
        finish(true)
        controller.error(error)
      }
    },
    cancel: stop,
  })
}

function once(run: (aborted: boolean) => void): (aborted: boolean) => void {
  let ran = false
  return (aborted) => {
    if (!ran) run(aborted)
    ran = true
  }
}
