import { isStreamed } from "../../context/is-streamed.ts"
import { isThenable } from "../../context/is-thenable.ts"
import type { Reply } from "../../context/reply.ts"
import type { Log } from "../../log/log.ts"
import { type Pieces, piecesOf } from "../../context/pieces.ts"
import type { FetchIncoming } from "./fetch-incoming.ts"

const encoder = new TextEncoder()

/** A runtime that stops working for a request with the last byte of its reply, unless asked. */
export interface Edge {
  waitUntil(work: Promise<unknown>): void
}

/** The body of a `Response`. Word is given to `done` when the runtime has taken the last piece or goes away. */
export function writeBody(
  incoming: FetchIncoming,
  { body, done, status }: Reply,
  log: Log,
  edge: Edge | undefined,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (isStreamed(body)) {
    const finish = (aborted: boolean) => {
      incoming.over(aborted)
      keep(done?.({ status, aborted }), edge)
    }
    return streamOf(piecesOf(body), incoming.signal, finish, log, edge)
  }
  incoming.over(false)
  // The runtime writes it whole and says no more: the nearest moment to the last byte is after this turn.
  if (done !== undefined) {
    const tell = () => done({ status, aborted: false })
    if (edge === undefined) setTimeout(tell, 0)
    else edge.waitUntil(new Promise((go) => setTimeout(go, 0)).then(tell))
  }
  return (body ?? null) as string | Uint8Array<ArrayBuffer> | null
}

/** Lets a runtime wait for what is still working. */
export function keep(working: unknown, edge: Edge | undefined): void {
  if (edge !== undefined && isThenable(working)) edge.waitUntil(Promise.resolve(working))
}

function streamOf(
  pieces: Pieces,
  signal: AbortSignal,
  finish: (aborted: boolean) => void,
  log: Log,
  edge: Edge | undefined,
): ReadableStream<Uint8Array> | null {
  let over = false
  const cancel = () => {
    if (over) return
    over = true
    finish(true)
    keep(pieces.cancel(), edge)
  }
  // Not every server cancels the body of a client who left, least of all one that it has not touched yet.
  if (signal.aborted) {
    cancel()
    return null
  }
  signal.addEventListener("abort", cancel)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await pieces.next()
        // A runtime that has gone away takes nothing more, and has told so already.
        if (over) return
        if (step.done !== true)
          return controller.enqueue(typeof step.value === "string" ? encoder.encode(step.value) : step.value)
        over = true
        finish(false)
        controller.close()
      } catch (error) {
        if (over) return
        over = true
        log.error({ err: error }, "the source of a reply failed: the connection is cut")
        finish(true)
        controller.error(error)
      }
    },
    cancel,
  })
}
