import type { ServerResponse } from "node:http"
import { Endless } from "../../../context/reply/endless.ts"
import { isStreamed } from "../../../context/reply/is-streamed.ts"
import type { ReplyHeaders } from "../../../context/reply/reply-headers.ts"
import { isBodiless, type Reply } from "../../../context/reply/reply.ts"
import { piecesOf } from "../../../context/reply/pieces.ts"
import { settleReply } from "../../settle-reply.ts"
import { endAfter } from "../connection/connections.ts"
import { discardBody } from "../connection/discard-body.ts"
import { type StreamedReplies, writeStream } from "./write-stream.ts"

/**
 * Writes a reply. `last`: close the connection afterwards. `early`: the client may still be sending a body that will
 * not be read.
 */
export function writeReply(
  response: ServerResponse,
  reply: Reply,
  last: boolean,
  early: boolean,
  streams: StreamedReplies,
): void {
  const { body } = reply
  if (last) endAfter(response)
  if (typeof body === "string" && reply.headers === undefined && !isBodiless(reply.status)) {
    // Fast path for the common case: no header list is built.
    const length = Buffer.byteLength(body)
    response.writeHead(reply.status, { "Content-Type": reply.type, "Content-Length": length })
    if (reply.done !== undefined) tellDone(response, reply)
    end(response, body, early)
    return
  }
  settleReply(reply, response.req.method!)
  writeSettled(response, reply, early, streams)
}

function writeSettled(
  response: ServerResponse,
  reply: Reply,
  early: boolean,
  streams: StreamedReplies,
): void {
  const { body } = reply
  // Before the head is written, so that a stream locked by another reader leads to an error instead of an empty reply.
  const pieces = isStreamed(body) ? piecesOf(body) : undefined
  try {
    response.writeHead(reply.status, headerList(reply, response.req.method === "HEAD"))
  } catch (error) {
    pieces?.cancel()
    throw error
  }
  tellDone(response, reply)
  if (pieces !== undefined) {
    const finish = () => end(response, undefined, early)
    void writeStream(response, pieces, streams, { end: finish, endless: body instanceof Endless })
  } else if (typeof body === "string") end(response, encoded(body, reply.headers), early)
  else end(response, (body ?? undefined) as Uint8Array | undefined, early)
}

/** Writes the last piece of a reply, if there is one, and ends it. */
function end(response: ServerResponse, body: string | Uint8Array | undefined, early: boolean): void {
  if (!early) {
    response.end(body)
    return
  }
  response.flushHeaders()
  if (body !== undefined) response.write(body)
  discardBody(response.req, (complete) => {
    if (!complete) response.once("finish", () => response.req.socket.destroySoon())
    response.end()
  })
}

// Node writes the head and a string body together in UTF-8, which would encode a Latin-1 character of a header as two
// bytes. Encoding the body here avoids that.
function encoded(text: string, headers: ReplyHeaders | undefined): string | Uint8Array {
  return headers?.list.some((value) => /[^\0-\x7f]/.test(value)) === true ? Buffer.from(text) : text
}

function tellDone(response: ServerResponse, { status, done }: Reply): void {
  if (done !== undefined) response.once("close", () => done({ status, aborted: !response.writableFinished }))
}

function headerList({ status, type, headers, body }: Reply, head: boolean): string[] {
  const list = headers === undefined ? [] : [...headers.list]
  if (type !== undefined && headers?.get("content-type") === undefined) list.push("Content-Type", type)
  if (headers?.get("content-length") !== undefined) return list
  if (typeof body === "string") list.push("Content-Length", String(Buffer.byteLength(body)))
  else if (body instanceof Uint8Array) list.push("Content-Length", String(body.length))
  else if ((body === null || body === undefined) && !head && status !== 204 && status !== 304)
    list.push("Content-Length", "0")
  return list
}
