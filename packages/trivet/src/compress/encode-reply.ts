import type { Context } from "../context/context.ts"
import { isStreamed } from "../context/is-streamed.ts"
import type { Reply } from "../context/reply.ts"
import { EncodedBody } from "./encoded-body.ts"
import type { Encoding } from "./encodings.ts"
import { inTurn } from "./in-turn.ts"

/** From here on a body is compressed on another thread. Below, handing it over costs as much as compressing it. */
const large = 32 * 1024

/** So many streams are compressed at once, since each holds an encoder for as long as its client reads. */
const mostStreams = 256
let streams = 0

/** Compresses the body of a reply, and says so. HEAD is told the same, without the length. */
export function encodeReply(ctx: Context, reply: Reply, encoding: Encoding): Reply | Promise<Reply> {
  const { body } = reply
  if (ctx.method === "HEAD") return encodedHead(reply, encoding)
  if (isStreamed(body)) {
    if (streams >= mostStreams) return reply
    const encoded = new EncodedBody(body, encoding)
    streams++
    ctx.onDone(() => {
      streams--
      // A middleware may send another body instead of this one, which then nobody reads.
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
  // A stream stays: the engine ends it unread.
  if (!isStreamed(reply.body)) reply.body = null
  return withHeaders(reply, encoding)
}

function withHeaders(reply: Reply, { name }: Encoding): Reply {
  const headers = reply
    .headers!.delete("content-length")
    .delete("accept-ranges")
    .set("content-encoding", name)
  const tag = headers.get("etag")
  // These are other bytes than the tag stands for, with the same meaning.
  if (tag?.startsWith('"') === true) headers.set("etag", `W/${tag}`)
  return reply
}
