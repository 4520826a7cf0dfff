import type { Context } from "../context/context.ts"
import { ReplyHeaders } from "../context/reply/reply-headers.ts"
import { Reply, type ReplyBody } from "../context/reply/reply.ts"
import { PublicError } from "../fault/public-error.ts"
import type { DescribedFile } from "./described-file.ts"
import { closeFile, FileBody, readWhole } from "./file-body.ts"
import type { OpenFile } from "./folder.ts"
import { type ByteRange, requestedPart } from "./requested-part.ts"

// In bytes. Below it, a stream costs more than the memory that it saves.
const small = 16 * 1024

/** Creates the reply for an open file: the file, the requested part, 304 or 416; throws 412. It closes the file. */
export async function fileReply(
  ctx: Context<"/*">,
  { descriptor, stats }: OpenFile,
  file: DescribedFile,
): Promise<Reply> {
  const { size } = stats
  let kept = false
  try {
    const part = requestedPart(ctx, file, size)
    if (part === 412) throw new PublicError(412, "Precondition Failed")
    if (part === 304) return headed(Reply.empty(304), file.always)
    if (part === 416) return headed(Reply.empty(416), ["content-range", `bytes */${size}`])
    const range = part === "whole" ? { start: 0, length: size } : part
    const reply = Reply.body<number, unknown>(part === "whole" ? 200 : 206, file.type, null)
    const headers = headed(reply, file.always, file.withBody).headers!
    if (part !== "whole")
      headers.append("content-range", `bytes ${range.start}-${range.start + range.length - 1}/${size}`)
    if (ctx.method === "HEAD" || range.length > small) headers.append("content-length", String(range.length))
    if (ctx.method === "HEAD") return reply
    kept = true
    reply.body = await fileBodyOf(ctx, descriptor, range)
    return reply
  } finally {
    if (!kept) closeFile(descriptor)
  }
}

function headed(reply: Reply, ...lists: readonly (readonly string[])[]): Reply {
  reply.headers = new ReplyHeaders()
  // Added without checks, because these headers contain nothing that a client sent.
  for (const list of lists) reply.headers.list.push(...list)
  return reply
}

function fileBodyOf(
  ctx: Context<"/*">,
  descriptor: number,
  range: ByteRange,
): ReplyBody | Promise<ReplyBody> {
  if (range.length <= small) return readWhole(descriptor, range)
  const body = new FileBody(descriptor, range)
  // A middleware may have replaced this body, which is then never read.
  ctx.onDone(() => body.close())
  return body
}
