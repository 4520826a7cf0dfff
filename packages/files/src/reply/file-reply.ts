import { type Context, Reply, ReplyHeaders } from "trivet"
import { requestedPart } from "trivet/extend"
import { fault } from "../faults.ts"
import type { FileRow } from "../rows/file-rows.ts"
import type { UsedStore } from "../store/watched-store.ts"
import { contentDisposition } from "./content-disposition.ts"
import { mayBeInline } from "./inline-types.ts"

/** How a file is sent. */
export interface ReplyOptions {
  readonly name: string
  readonly inline: boolean
}

/** The headers that name a file and keep browsers from running it. */
export function headersOf(
  row: FileRow,
  { name, inline }: ReplyOptions,
): { type: string; disposition: string } {
  const shown = inline && mayBeInline(row.type)
  return { type: row.type, disposition: contentDisposition(shown ? "inline" : "attachment", name) }
}

/** Creates the reply that sends a file, or the requested part of it. */
export async function fileReply(
  ctx: Context,
  store: UsedStore,
  row: FileRow,
  options: ReplyOptions,
): Promise<Reply> {
  const etag = `"${row.sha256}"`
  const isHead = ctx.method === "HEAD"
  const part = requestedPart(ctx, { etag }, row.size)
  // Caches ask again before each use, so that guards decide each time.
  const always = new ReplyHeaders().set("etag", etag).set("cache-control", "private, no-cache")
  if (part === 304) return headed(Reply.empty(304), always)
  if (part === 412) return headed(Reply.error(412, "Precondition Failed"), always)
  if (part === 416) return headed(Reply.empty(416), always.set("content-range", `bytes */${row.size}`))
  const { type, disposition } = headersOf(row, options)
  const range = part === "whole" ? { start: 0, length: row.size } : part
  always
    .set("content-disposition", disposition)
    .set("x-content-type-options", "nosniff")
    .set("accept-ranges", "bytes")
    .set("content-length", String(range.length))
  // Also if it is opened by a client that ignores the disposition. Chromium shows no PDF in a sandbox.
  always.set("content-security-policy", `default-src 'none'${type === "application/pdf" ? "" : "; sandbox"}`)
  if (part !== "whole") {
    const last = range.start + range.length - 1
    always.set("content-range", `bytes ${range.start}-${last}/${row.size}`)
  }
  const status = part === "whole" ? 200 : 206
  if (isHead) return headed(Reply.body(status, type, null), always)
  const bytes = await store.get(row.id, part === "whole" ? undefined : range)
  if (bytes === undefined || bytes.size !== row.size) {
    bytes?.close()
    throw fault("FILE_BYTES_MISSING", { id: row.id })
  }
  // A middleware may have replaced the body, which is then never read.
  ctx.onDone(() => bytes.close())
  return headed(Reply.body(status, type, bytes), always)
}

function headed(reply: Reply, headers: ReplyHeaders): Reply {
  reply.headers = headers
  return reply
}
