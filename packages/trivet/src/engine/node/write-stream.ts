import type { ServerResponse } from "node:http"
import type { ReplyBody } from "../../context/reply.ts"

type Chunks = Extract<ReplyBody, object> extends infer Body ? Exclude<Body, Uint8Array> : never

/**
 * Writes a body in pieces, no faster than the other side takes them. When that side goes away the source is told to
 * stop; when the source fails the connection is cut, because a shortened body must not look complete.
 */
export async function writeStream(response: ServerResponse, chunks: Chunks): Promise<void> {
  const source = chunks[Symbol.asyncIterator]()
  const stop = () => void source.return?.()?.catch(() => undefined)
  if (response.req.method === "HEAD" || response.destroyed) {
    stop()
    response.end()
    return
  }
  response.once("close", stop)
  response.flushHeaders()
  try {
    for (
      let step = await source.next();
      step.done !== true && !response.destroyed;
      step = await source.next()
    ) {
      if (!response.write(step.value)) await drained(response)
    }
    response.end()
  } catch {
    response.destroy()
  } finally {
    response.off("close", stop)
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((go) => {
    const ready = () => {
      response.off("drain", ready)
      response.off("close", ready)
      go()
    }
    response.on("drain", ready)
    response.on("close", ready)
  })
}
