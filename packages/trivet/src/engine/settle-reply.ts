import { isBodiless, type Reply } from "../context/reply.ts"
import { dropBody, isStreamed } from "./pieces.ts"

/** Makes a reply agree with HTTP: no body where its status has none, and no word about its length but the true one. */
export function settleReply(reply: Reply, method: string): void {
  const { headers, status } = reply
  headers?.delete("transfer-encoding")
  if (isBodiless(status)) {
    dropBody(reply.body)
    reply.body = null
    reply.type = undefined
    if (status !== 304) headers?.delete("content-length")
  } else if (method !== "HEAD" && !isStreamed(reply.body)) headers?.delete("content-length")
}
