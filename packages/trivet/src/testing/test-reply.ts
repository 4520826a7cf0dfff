import { ReplyHeaders } from "../context/reply/reply-headers.ts"
import type { Reply } from "../context/reply/reply.ts"
import { settleReply } from "../engine/settle-reply.ts"

/** The reply to a request of a test. `Value` is the type of `json()`. */
export interface TestReply<Status extends number = number, Value = unknown> {
  /** The HTTP status. */
  readonly status: Status
  /** The headers: `reply.headers.get("content-type")`. */
  readonly headers: ReplyHeaders
  /** The body. */
  readonly bytes: Uint8Array
  /** Returns the body as text. */
  text(): string
  /** Parses the body as JSON. */
  json(): Value
}

/** Reads a reply to its end, as an engine would write it. */
export async function readReply(reply: Reply, method: string): Promise<TestReply> {
  settleReply(reply, method)
  const headers = reply.headers ?? new ReplyHeaders()
  if (reply.type !== undefined && headers.get("content-type") === undefined)
    headers.set("content-type", reply.type)
  const bytes = await readBody(reply)
  const text = () => new TextDecoder().decode(bytes)
  return { status: reply.status, headers, bytes, text, json: () => JSON.parse(text()) as unknown }
}

async function readBody({ body, status, done }: Reply): Promise<Uint8Array> {
  let aborted = true
  try {
    const bytes = await bytesOfBody(body)
    aborted = false
    return bytes
  } finally {
    done?.({ status, aborted })
  }
}

async function bytesOfBody(body: Reply["body"]): Promise<Uint8Array> {
  if (body === null || body === undefined) return new Uint8Array(0)
  if (typeof body === "string") return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  for await (const chunk of body)
    chunks.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk)
  return Buffer.concat(chunks)
}
