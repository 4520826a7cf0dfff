import { acceptedEncodings } from "../context/request/accepted-encodings.ts"
import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import type { ReplyHeaders } from "../context/reply/reply-headers.ts"
import type { Reply } from "../context/reply/reply.ts"
import { checkOptions } from "../fault/check-options.ts"
import { encodings } from "./encodings.ts"
import { encodeReply } from "./encode-reply.ts"
import { isCompressible } from "./is-compressible.ts"

/** Options of `compress()`. */
export interface CompressOptions {
  /**
   * Whether to compress replies to calls with credentials too: those with a `Cookie` or an `Authorization` header, or
   * whose reply sets a cookie. Default: false. If such a reply contains a secret together with text that a client chose,
   * its compressed length reveals the secret (BREACH).
   */
  readonly credentials?: boolean
}

/**
 * A middleware that compresses replies with `zstd`, `br` or `gzip`, whichever the client's `Accept-Encoding` prefers:
 * texts, bytes and streams of types that compress well, from 1 KiB on. `Cache-Control: no-transform` leaves a reply as it
 * is, and so do calls with credentials unless `credentials` is set. Put it first in `middlewares` of the application.
 */
export function compress(options: CompressOptions = {}): Middleware {
  checkOptions(options, { credentials: true }, "compress()")
  return new Compress(options.credentials === true)
}

class Compress implements Middleware {
  readonly kinds = ["request"] as const
  readonly #credentials: boolean

  constructor(credentials: boolean) {
    this.#credentials = credentials
  }

  handle(ctx: Context, next: Next): unknown {
    ctx.onReply((reply) => this.#change(ctx, reply))
    return next()
  }

  #change(ctx: Context, reply: Reply): Reply | Promise<Reply> {
    // `finishReply()` has set the headers.
    const headers = reply.headers!
    if (reply.status === 304) keepValidator(ctx, headers)
    if (!isCompressible(reply, ctx.method)) return reply
    // Also for uncompressed replies, so that a cache does not serve one variant to all clients.
    vary(headers)
    if (!this.#credentials && hasCredentials(ctx, headers)) return reply
    const [encoding] = acceptedEncodings(ctx.header("accept-encoding"), encodings)
    return encoding === undefined ? reply : encodeReply(ctx, reply, encoding)
  }
}

/**
 * Whether the call has credentials. A page of another site can make a browser send such requests repeatedly, with input
 * of its choice (BREACH).
 */
function hasCredentials(ctx: Context, headers: ReplyHeaders): boolean {
  return (
    ctx.header("cookie") !== "" ||
    ctx.header("authorization") !== "" ||
    headers.get("set-cookie") !== undefined
  )
}

/** On 304, sets the weak tag if the client sent it: that tag identifies the compressed body in clients and caches. */
function keepValidator(ctx: Context, headers: ReplyHeaders): void {
  const weak = `W/${headers.get("etag") ?? ""}`
  if (!weak.startsWith('W/"') || !ctx.header("if-none-match").includes(weak)) return
  headers.set("etag", weak)
  vary(headers)
}

function vary(headers: ReplyHeaders): void {
  const named = headers.all("vary").some((line) => /(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(line))
  if (!named) headers.append("vary", "Accept-Encoding")
}
