import { Reply, ReplyHeaders } from "trivet"
import type { RawCall } from "trivet/extend"
import { fault } from "../faults.ts"

/** The most bytes of a body that is stored. */
export const maxBody: number = 256 * 1024

/** Names and values alternately. */
type HeaderList = readonly string[]

/** A reply as it is stored. */
export interface StoredReply {
  readonly status: number
  readonly type: string | null
  readonly headers: {
    /** Headers of the reply itself. */
    readonly own: HeaderList
    /** Headers that the call has got since the transaction began. */
    readonly added: HeaderList
    /** Names of headers that the call has lost since. */
    readonly deleted: readonly string[]
  }
  readonly body: Buffer | null
}

/** A reply as it will be stored. Throws a fault for a stream and for a large body. */
export function storedReplyOf(
  reply: Reply,
  before: HeaderList,
  after: HeaderList,
  route: string,
): StoredReply {
  const { status, type = null, headers, body } = reply
  return {
    status,
    type,
    headers: {
      own: headers?.list ?? [],
      added: without(after, before),
      deleted: namesIn(without(before, after)),
    },
    body: bytesOf(body, route),
  }
}

/** Makes the reply again, and marks it. */
export function replay({ status, type, headers, body }: StoredReply, call: RawCall): Reply {
  const reply = body === null ? Reply.empty(status) : Reply.body(status, type ?? undefined, body)
  reply.headers = copyOf(headers.own)
  for (const name of headers.deleted) call.headers.delete(name)
  pairsOf(headers.added).forEach(([name, value]) => call.headers.append(name, value))
  call.headers.set("idempotent-replayed", "true")
  return reply
}

function copyOf(list: HeaderList): ReplyHeaders {
  const headers = new ReplyHeaders()
  pairsOf(list).forEach(([name, value]) => headers.append(name, value))
  return headers
}

function bytesOf(body: Reply["body"], route: string): Buffer | null {
  if (body === undefined || body === null) return null
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    throw fault("IDEMPOTENT_REPLY_UNSTORABLE", { route, reason: "it is a stream" })
  const bytes =
    typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length)
  if (bytes.length > maxBody)
    throw fault("IDEMPOTENT_REPLY_UNSTORABLE", {
      route,
      reason: `it has ${bytes.length} bytes, and ${maxBody} are stored`,
    })
  return bytes
}

/** The lines of a list that another one does not have. */
function without(list: HeaderList, others: HeaderList): string[] {
  const left = pairsOf(others).map(String)
  return pairsOf(list)
    .filter((pair) => {
      const at = left.indexOf(String(pair))
      if (at !== -1) left.splice(at, 1)
      return at === -1
    })
    .flat()
}

function namesIn(list: HeaderList): string[] {
  return [...new Set(pairsOf(list).map(([name]) => name))]
}

function pairsOf(list: HeaderList): [string, string][] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]!] as [string, string]] : []))
}
