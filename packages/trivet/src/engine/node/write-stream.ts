import type { ServerResponse } from "node:http"
import type { Log } from "../../store/log.ts"
import type { Pieces } from "../pieces.ts"

/**
 * Writes a body in pieces, no faster than the other side takes them. When that side goes away the source is told to
 * stop; when the source fails the connection is cut, because a shortened body must not look complete.
 */
export async function writeStream(
  response: ServerResponse,
  pieces: Pieces,
  log: Log,
  end: () => void,
): Promise<void> {
  const stop = () => pieces.cancel()
  response.once("close", stop)
  response.flushHeaders()
  try {
    for (
      let step = await pieces.next();
      step.done !== true && !response.destroyed;
      step = await pieces.next()
    ) {
      if (!response.write(step.value)) await drained(response)
    }
    if (!response.destroyed) end()
  } catch (error) {
    // A source may well fail because its client went away: that is no news.
    if (!response.destroyed) log.error({ err: error }, "the source of a reply failed: the connection is cut")
    cut(response)
  } finally {
    response.off("close", stop)
  }
}

function cut(response: ServerResponse): void {
  // To HTTP/1.0 an orderly end of the connection is the end of the body.
  if (response.req.httpVersionMinor === 0) response.socket?.resetAndDestroy()
  response.destroy()
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
