import { type Context, Reply, ReplyHeaders } from "trivet"

/** A body that is made already, and what its reply says beside it. */
export interface Ready<Value> {
  readonly body: string
  /** Two contents must never have the same. */
  readonly tag: string
  readonly link?: string | undefined
  /** What the body was made of, if it is known: outside production it is checked against its contract. */
  readonly value?: Value
}

const json = "application/json; charset=utf-8"

/** Answers with a body and its `ETag`, or with 304 a client that has the same content already. */
export function readyReply<Value>(
  ctx: Context,
  { body, tag, link, value }: Ready<Value>,
): Reply<200, Value> | Reply<304, null> {
  // Kept by browsers and proxies, and asked about before each use.
  const headers = new ReplyHeaders().append("etag", tag).append("cache-control", "no-cache")
  if (link !== undefined) headers.append("link", link)
  const reply = isKnown(ctx.header("if-none-match"), tag)
    ? Reply.empty(304)
    : Reply.body(200, json, body, value)
  reply.headers = headers
  return reply
}

function isKnown(tags: string, tag: string): boolean {
  if (tags === "") return false
  return tags.split(",").some((one) => {
    const trimmed = one.trim()
    return trimmed === "*" || (trimmed.startsWith("W/") ? trimmed.slice(2) : trimmed) === tag
  })
}
