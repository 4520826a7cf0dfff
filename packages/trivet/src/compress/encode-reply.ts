import type { Context } from "../context/context.ts"
import { isStreamed } from "../context/reply/is-streamed.ts"
import type { Reply } from "../context/reply/reply.ts"
import { EncodedBody } from "./encoded-body.ts"
import type { Encoding } from "./encodings.ts"
import { inTurn } from "./in-turn.ts"

/**
 * Bodies from this size on, in bytes, are compressed on another thread. Below it, the handover costs as much as
 * compressing.
 */
const large = 32 * 1024

/** Maximum number of streams that are compressed concurrently. Each holds an encoder for as long as its client reads. */
const mostStreams = 256
let streams = 0

/** Compresses the body of a reply and sets its headers. A reply to HEAD gets the same headers, without the length. */
export function encodeReply(ctx: Context, reply: Reply, encoding: Encoding): Reply | Promise<Reply> {
  const { body } = reply
  if (ctx.method === "HEAD") return encodedHead(reply, encoding)
  if (isStreamed(body)) {
    if (streams >= mostStreams) return reply
    const encoded = new EncodedBody(body, encoding)
    streams++
    ctx.onDone(() => {
      streams--
      // A middleware may have replaced this body, which is then never read.
      encoded.close()
    })
    reply.body = encoded
    return withHeaders(reply, encoding)
  }
  const bytes = typeof body === "string" ? Buffer.from(body) : (body as Uint8Array)
  if (bytes.length >= large) return encodeLater(reply, bytes, encoding)
  reply.body = encoding.encode(bytes)
  return withHeaders(reply, encoding)
}

async function encodeLater(reply: Reply, bytes: Uint8Array, encoding: Encoding): Promise<Reply> {
  reply.body = await inTurn(() => encoding.encodeLater(bytes))
  return withHeaders(reply, encoding)
}

function encodedHead(reply: Reply, encoding: Encoding): Reply {
  // A stream is kept: the engine cancels it unread.
  if (!isStreamed(reply.body)) reply.body = null
  return withHeaders(reply, encoding)
}

function withHeaders(reply: Reply, { name }: Encoding): Reply {
  const headers = reply
    .headers!.delete("content-length")
    .delete("accept-ranges")
    .set("content-encoding", name)
  const tag = headers.get("etag")
  // The bytes differ from those of the strong tag, but their meaning is the same.
  if (tag?.startsWith('"') === true) headers.set("etag", `W/${tag}`)
  return reply
}
