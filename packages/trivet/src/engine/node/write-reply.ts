import type { ServerResponse } from "node:http"
import type { ReplyHeaders } from "../../context/reply-headers.ts"
import { isBodiless, type Reply } from "../../context/reply.ts"
import type { Log } from "../../store/log.ts"
import { isStreamed, piecesOf } from "../pieces.ts"
import { settleReply } from "../settle-reply.ts"
import { discardBody } from "./discard-body.ts"
import { writeStream } from "./write-stream.ts"

/** Writes a reply. `last` says that the connection is to be closed after it. */
export function writeReply(response: ServerResponse, reply: Reply, last: boolean, log: Log): void {
  write(response, reply, last, log, (body) => void response.end(body))
}

/** Writes a reply while the client may still be sending a body that nobody reads. */
export function writeEarlyReply(response: ServerResponse, reply: Reply, last: boolean, log: Log): void {
  write(response, reply, last, log, (body) => {
    response.flushHeaders()
    if (body !== undefined) response.write(body)
    discardBody(response.req, (complete) => {
      if (!complete) response.once("finish", () => response.req.socket.destroySoon())
      response.end()
    })
  })
}

/** Writes the last piece of a reply, if there is one, and ends it. */
type End = (body?: string | Uint8Array) => void

function write(response: ServerResponse, reply: Reply, last: boolean, log: Log, end: End): void {
  const { body } = reply
  if (last) response.shouldKeepAlive = false
  if (typeof body === "string" && reply.headers === undefined && !isBodiless(reply.status)) {
    // The common case, kept apart: no list is built.
    response.writeHead(reply.status, {
      "Content-Type": reply.type,
      "Content-Length": Buffer.byteLength(body),
    })
    if (reply.done !== undefined) tellDone(response, reply)
    end(body)
    return
  }
  settleReply(reply, response.req.method!)
  writeSettled(response, reply, log, end)
}

function writeSettled(response: ServerResponse, reply: Reply, log: Log, end: End): void {
  const { body } = reply
  // Before the head: a stream that somebody else is reading must become an error, not an empty reply.
  const pieces = isStreamed(body) ? piecesOf(body) : undefined
  try {
    response.writeHead(reply.status, headersOf(reply, response.req.method === "HEAD"))
  } catch (error) {
    pieces?.cancel()
    throw error
  }
  tellDone(response, reply)
  if (pieces !== undefined) void writeStream(response, pieces, log, end)
  else end(typeof body === "string" ? encoded(body, reply.headers) : ((body ?? undefined) as Uint8Array))
}

// Node writes head and text in one go and in one encoding, which would make two characters of a Latin-1 one in a header.
function encoded(text: string, headers: ReplyHeaders | undefined): string | Uint8Array {
  return headers?.list.some((value) => /[^\0-\x7f]/.test(value)) === true ? Buffer.from(text) : text
}

function tellDone(response: ServerResponse, { status, done }: Reply): void {
  if (done !== undefined) response.once("close", () => done({ status, aborted: !response.writableFinished }))
}

function headersOf({ status, type, headers, body }: Reply, head: boolean): string[] {
  const list = headers === undefined ? [] : [...headers.list]
  if (type !== undefined && headers?.get("content-type") === undefined) list.push("Content-Type", type)
  if (headers?.get("content-length") !== undefined) return list
  if (typeof body === "string") list.push("Content-Length", String(Buffer.byteLength(body)))
  else if (body instanceof Uint8Array) list.push("Content-Length", String(body.length))
  else if ((body === null || body === undefined) && !head && status !== 204 && status !== 304)
    list.push("Content-Length", "0")
  return list
}
