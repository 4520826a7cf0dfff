import type { Reply } from "../../context/reply.ts"

const encoder = new TextEncoder()

/** The body of a `Response`. Word is given to `done` when the runtime has taken the last piece or goes away. */
export function writeBody(
  request: Request,
  reply: Reply,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  const { body, done, status } = reply
  const finish = done === undefined ? undefined : once((aborted: boolean) => done({ status, aborted }))
  if (body === null || body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    // The runtime writes it whole and says no more: the nearest moment to the last byte is after this turn.
    if (finish !== undefined) setTimeout(() => finish(request.signal.aborted), 0)
    return (body ?? null) as string | Uint8Array<ArrayBuffer> | null
  }
  return streamOf(body, request.signal, finish ?? (() => undefined))
}

function streamOf(
  chunks: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  finish: (aborted: boolean) => void,
): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const stop = () => {
    finish(true)
    void source.return?.()?.catch(() => undefined)
  }
  signal.addEventListener("abort", stop, { once: true })
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await source.next()
        if (step.done !== true)
          return controller.enqueue(typeof step.value === "string" ? encoder.encode(step.value) : step.value)
        signal.removeEventListener("abort", stop)
        finish(false)
        controller.close()
      } catch (error) {
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
