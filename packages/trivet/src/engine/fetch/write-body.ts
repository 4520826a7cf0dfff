import { isStreamed } from "../../context/is-streamed.ts"
import type { Reply } from "../../context/reply.ts"
import type { Log } from "../../log/log.ts"
import { type Pieces, piecesOf } from "../pieces.ts"
import type { FetchIncoming } from "./fetch-incoming.ts"

const encoder = new TextEncoder()

/** The body of a `Response`. Word is given to `done` when the runtime has taken the last piece or goes away. */
export function writeBody(
  incoming: FetchIncoming,
  { body, done, status }: Reply,
  log: Log,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (isStreamed(body)) {
    const finish = (aborted: boolean) => {
      incoming.over(aborted)
      done?.({ status, aborted })
    }
    return streamOf(piecesOf(body), finish, log)
  }
  incoming.over(false)
  // The runtime writes it whole and says no more: the nearest moment to the last byte is after this turn.
  if (done !== undefined) setTimeout(() => done({ status, aborted: false }), 0)
  return (body ?? null) as string | Uint8Array<ArrayBuffer> | null
}

function streamOf(pieces: Pieces, finish: (aborted: boolean) => void, log: Log): ReadableStream<Uint8Array> {
  let cancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await pieces.next()
        // A runtime that has gone away takes nothing more, and has told so already.
        if (cancelled) return
        if (step.done !== true)
          return controller.enqueue(typeof step.value === "string" ? encoder.encode(step.value) : step.value)
        finish(false)
        controller.close()
      } catch (error) {
        if (cancelled) return
        log.error({ err: error }, "the source of a reply failed: the connection is cut")
        finish(true)
        controller.error(error)
      }
    },
    cancel() {
      cancelled = true
      finish(true)
      pieces.cancel()
    },
  })
}
