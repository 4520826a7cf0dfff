import type { ServerResponse } from "node:http"
import { logFailure } from "../../../context/log-failure.ts"
import type { Log } from "../../../log/log.ts"
import type { Pieces } from "../../../context/reply/pieces.ts"

/** State that all streamed replies of one server share. */
export interface StreamedReplies {
  readonly log: Log
  /** Functions that end the replies which never end by themselves. */
  readonly endless: Set<() => void>
}

/**
 * Writes a streamed body, respecting backpressure. If the client disconnects, the source is cancelled. If the source
 * fails, the connection is cut, because a truncated body must not look complete.
 */
export async function writeStream(
  response: ServerResponse,
  pieces: Pieces,
  streams: StreamedReplies,
  { end, endless }: { readonly end: () => void; readonly endless: boolean },
): Promise<void> {
  const stop = () => pieces.cancel()
  const leave = () => {
    stop()
    end()
  }
  response.once("close", stop)
  if (endless) streams.endless.add(leave)
  response.flushHeaders()
  try {
    for (let step = await pieces.next(); step.done !== true && isOpen(response); step = await pieces.next()) {
      if (!write(response, step.value, pieces)) await drained(response)
    }
    if (isOpen(response)) end()
  } catch (error) {
    // A source often fails because its client disconnected, which is not worth a log line.
    if (isOpen(response))
      logFailure(streams.log, { err: error }, "reply stream failed: closing the connection")
    cut(response)
  } finally {
    streams.endless.delete(leave)
    response.off("close", stop)
  }
}

function write(response: ServerResponse, piece: string | Uint8Array, pieces: Pieces): boolean {
  return pieces.free === undefined
    ? response.write(piece)
    : response.write(piece, (error) => {
        if (!error) pieces.free!(piece)
      })
}

function isOpen(response: ServerResponse): boolean {
  return !response.destroyed && !response.writableEnded
}

function cut(response: ServerResponse): void {
  // In HTTP/1.0, a normal close marks the end of the body, so the connection is reset.
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
