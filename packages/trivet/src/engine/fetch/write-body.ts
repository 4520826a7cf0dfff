import { isStreamed } from "../../context/reply/is-streamed.ts"
import { isThenable } from "../../context/is-thenable.ts"
import type { Reply } from "../../context/reply/reply.ts"
import type { Log } from "../../log/log.ts"
import { type Pieces, piecesOf } from "../../context/reply/pieces.ts"
import type { FetchIncoming } from "./fetch-incoming.ts"

const encoder = /* @__PURE__ */ new TextEncoder()

/** A runtime that stops working for a request after its reply, unless `waitUntil()` is called. */
export interface Edge {
  waitUntil(work: Promise<unknown>): void
}

/** The body of a `Response`. Calls `done` when the runtime has taken the last piece or has cancelled the body. */
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
  // The runtime reports nothing after writing a complete body. The closest moment to the last byte is the next turn.
  if (done !== undefined) {
    const tell = () => done({ status, aborted: false })
    if (edge === undefined) setTimeout(tell, 0)
    else edge.waitUntil(new Promise((go) => setTimeout(go, 0)).then(tell))
  }
  return (body ?? null) as string | Uint8Array<ArrayBuffer> | null
}

/** Makes an edge runtime wait for pending work. */
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
  // Not every server cancels the body of a disconnected client, especially before it has read from it.
  if (signal.aborted) {
    cancel()
    return null
  }
  signal.addEventListener("abort", cancel)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await pieces.next()
        // After a cancel, the runtime accepts nothing more, and `done` was called.
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
