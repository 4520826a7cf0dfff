import { hash } from "node:crypto"
import type { Context, Next, Reply } from "trivet"

/**
 * Gives a reply an `ETag`, and answers 304 to a client that has the same content already. The tag is a digest of the
 * body itself: no clock or version number can make two contents look alike.
 */
export class ConditionalGet {
  handle(ctx: Context, next: Next): unknown {
    ctx.onReply((reply) => condition(reply, ctx.header("if-none-match")))
    return next()
  }
}

/** The entity tag of a body. */
export function tagOf(body: string): string {
  return `"${hash("sha1", body, "base64url")}"`
}

function condition(reply: Reply, known: string): Reply {
  const { headers } = reply
  if (reply.status !== 200 || typeof reply.body !== "string" || headers === undefined) return reply
  const tag = headers.get("etag") ?? tagOf(reply.body)
  // Kept by browsers and proxies, and asked about before each use.
  headers.set("etag", tag).set("cache-control", "no-cache")
  if (!matches(known, tag)) return reply
  reply.status = 304
  reply.body = null
  reply.type = undefined
  return reply
}

function matches(known: string, tag: string): boolean {
  if (known === "") return false
  return known.split(",").some((one) => {
    const trimmed = one.trim()
    return trimmed === "*" || (trimmed.startsWith("W/") ? trimmed.slice(2) : trimmed) === tag
  })
}
