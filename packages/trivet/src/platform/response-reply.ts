import type { Call } from "../context/call.ts"
import { ReplyHeaders } from "../context/reply-headers.ts"
import { isFinalStatus, Reply } from "../context/reply.ts"
import { Fault } from "../fault/fault.ts"
import { titleOf } from "../module/flat-route.ts"

// They belong to the connection that a fetched response came by, not to ours.
const hops: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
])
// `fetch()` has decoded the body already, so neither is true of it any more.
const decoded: ReadonlySet<string> = new Set(["content-encoding", "content-length"])

/** A Web `Response` as a reply: passed through, its body streamed. */
export function responseReply(response: Response, call: Call): Reply {
  const { status } = response
  const route = titleOf(call.method, call.pattern ?? call.path)
  if (!isFinalStatus(status))
    throw new Fault("STATUS_INVALID", { status, where: `The Response of \`${route}\`` })
  if (response.bodyUsed) throw new Fault("RESPONSE_READ", { route })
  const reply = new Reply(status, undefined, response.body)
  const inflated = response.url !== "" && response.headers.has("content-encoding")
  reply.headers = new ReplyHeaders()
  for (const [name, value] of response.headers)
    if (!hops.has(name) && !(inflated && decoded.has(name))) reply.headers.append(name, value)
  return reply
}
