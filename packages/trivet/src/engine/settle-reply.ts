import { isStreamed } from "../context/reply/is-streamed.ts"
import { ReplyHeaders } from "../context/reply/reply-headers.ts"
import { isBodiless, type Reply } from "../context/reply/reply.ts"
import { dropBody } from "../context/reply/pieces.ts"

/** Makes a reply conform to HTTP: no body if its status or the method forbids it, and no length other than the true one. */
export function settleReply(reply: Reply, method: string): void {
  const { headers, status } = reply
  headers?.delete("transfer-encoding")
  if (isBodiless(status)) {
    dropBody(reply.body)
    reply.body = null
    reply.type = undefined
    if (status !== 304) headers?.delete("content-length")
  } else if (method === "HEAD") settleHead(reply)
  else if (!isStreamed(reply.body)) headers?.delete("content-length")
}

/** Removes the body of a reply to HEAD, but sets its length. */
function settleHead(reply: Reply): void {
  const { body } = reply
  const length =
    typeof body === "string"
      ? new TextEncoder().encode(body).length
      : body instanceof Uint8Array
        ? body.length
        : undefined
  if (length !== undefined) (reply.headers ??= new ReplyHeaders()).set("content-length", String(length))
  dropBody(body)
  reply.body = null
}
