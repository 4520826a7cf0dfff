import type { ServerResponse } from "node:http"
import type { Reply } from "../../context/reply.ts"
import { writeStream } from "./write-stream.ts"

/** Writes a reply. `last` says that the connection is to be closed after it. */
export function writeReply(response: ServerResponse, reply: Reply, last: boolean): void {
  const { body, done } = reply
  if (done !== undefined) {
    response.once("close", () => done({ status: reply.status, aborted: !response.writableFinished }))
  }
  if (last) response.shouldKeepAlive = false
  if (typeof body === "string" && reply.headers === undefined) {
    // The common case, kept apart: no list is built.
    response.writeHead(reply.status, {
      "Content-Type": reply.type,
      "Content-Length": Buffer.byteLength(body),
    })
    response.end(body)
    return
  }
  response.writeHead(reply.status, headersOf(reply))
  if (body === null || body === undefined) response.end()
  else if (typeof body === "string" || body instanceof Uint8Array) response.end(body)
  else void writeStream(response, body)
}

function headersOf({ status, type, headers, body }: Reply): string[] {
  const list = headers === undefined ? [] : [...headers.list]
  if (type !== undefined && headers?.get("content-type") === undefined) list.push("Content-Type", type)
  const length =
    typeof body === "string" ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.length : undefined
  if (headers?.get("content-length") !== undefined) return list
  if (length !== undefined) list.push("Content-Length", String(length))
  else if ((body === null || body === undefined) && status !== 204 && status !== 304)
    list.push("Content-Length", "0")
  return list
}
