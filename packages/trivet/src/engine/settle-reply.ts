import { isStreamed } from "../context/is-streamed.ts"
import { ReplyHeaders } from "../context/reply-headers.ts"
import { isBodiless, type Reply } from "../context/reply.ts"
import { dropBody } from "../context/pieces.ts"

/**
 * Makes a reply agree with HTTP: no body where its status or the call's method has none, and no word about its length
 * but the true one.
 */
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

/** Leaves the body out, but says how long it would have been. */
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
