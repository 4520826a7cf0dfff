import type { Call } from "../../context/call.ts"
import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { isFinalStatus, Reply, type ReplyBody } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"
import { titleOf } from "../../module/routes/flat-route.ts"

// Hop-by-hop headers: they belong to the connection of the fetched response, not to ours.
const hops: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
])
// `fetch()` has already decoded the body, so these two headers no longer describe it.
const decoded: ReadonlySet<string> = new Set(["content-encoding", "content-length"])

/** Converts a Web `Response` to a reply, with its body streamed. */
export function responseReply(response: Response, call: Call): Reply {
  const { status } = response
  const route = titleOf(call.method, call.pattern ?? call.path)
  if (!isFinalStatus(status))
    throw new Fault("STATUS_INVALID", { status, where: `The Response of \`${route}\`` })
  if (response.bodyUsed) throw new Fault("RESPONSE_READ", { route })
  const reply = Reply.body(status, undefined, bodyOfResponse(response))
  const inflated = response.url !== "" && response.headers.has("content-encoding")
  reply.headers = new ReplyHeaders()
  for (const [name, value] of headersOfResponse(response))
    if (!hops.has(name) && !(inflated && decoded.has(name))) reply.headers.append(name, value)
  return reply
}

/** Streams of other libraries have `getReader()` but not always an async iterator. */
function bodyOfResponse(response: Response): ReplyBody {
  const body = response.body as ReadableStream<Uint8Array> | null | undefined
  if (body === null || body === undefined) return null
  return body instanceof ReadableStream || Symbol.asyncIterator in (body as object) ? body : piecesOf(body)
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    await reader.cancel()
  }
}

/** Returns each `Set-Cookie` separately. Some `Headers` classes join them with a comma, which browsers cannot parse. */
function headersOfResponse({ headers }: Response): readonly (readonly [string, string])[] {
  const list: (readonly [string, string])[] = []
  const cookies = (headers as Partial<Headers>).getSetCookie?.()
  headers.forEach((value, name) => {
    if (cookies === undefined || name !== "set-cookie") list.push([name, value])
  })
  for (const cookie of cookies ?? []) list.push(["set-cookie", cookie])
  return list
}
