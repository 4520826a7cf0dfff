/** A reply as received from the network. */
export interface HttpReply {
  readonly status: number
  /** Names in lower case, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  readonly ms: number
}

/** The first value of a header, or `""`. */
export function headerOf(reply: HttpReply, name: string): string {
  return reply.headers.find(([one]) => one === name)?.[1] ?? ""
}

/** All values of a header. */
export function headersNamed(reply: HttpReply, name: string): readonly string[] {
  return reply.headers.filter(([one]) => one === name).map(([, value]) => value)
}

/** The body parsed as JSON; `undefined` if it is not JSON. */
export function jsonOf(reply: HttpReply): unknown {
  if (!/json/i.test(headerOf(reply, "content-type"))) return undefined
  try {
    return JSON.parse(reply.text) as unknown
  } catch {
    return undefined
  }
}

/** Whether a browser would treat it as HTML. */
export function isPage(reply: HttpReply): boolean {
  return /^text\/html/i.test(headerOf(reply, "content-type"))
}

/** A reply, and its size in bytes. */
export interface ParsedReply {
  readonly reply: Omit<HttpReply, "ms">
  readonly length: number
  /** Whether the connection can be used again. */
  readonly keeps: boolean
}

/** Parses the first reply in some bytes; `undefined` while it is incomplete. */
export function parseReply(bytes: Buffer, method: string, closed: boolean): ParsedReply | undefined {
  const end = bytes.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const value = (name: string) => headers.find(([one]) => one === name)?.[1]
  const body = receivedBodyOf(bytes, end + 4, {
    empty: method === "HEAD" || status === 204 || status === 304 || status < 200,
    length: value("content-length"),
    chunked: /chunked/i.test(value("transfer-encoding") ?? ""),
    closed,
    endless: /^text\/event-stream/i.test(value("content-type") ?? ""),
  })
  if (body === undefined) return undefined
  const keeps = !closed && body.exact && !/close/i.test(value("connection") ?? "")
  return { reply: { status, headers, text: body.bytes.toString("utf8") }, length: body.end, keeps }
}

interface Framing {
  readonly empty: boolean
  readonly length: string | undefined
  readonly chunked: boolean
  readonly closed: boolean
  /** Whether it may never end: then only its head is parsed. */
  readonly endless: boolean
}

function receivedBodyOf(
  bytes: Buffer,
  start: number,
  { empty, length, chunked, closed, endless }: Framing,
): { readonly bytes: Buffer; readonly end: number; readonly exact: boolean } | undefined {
  if (empty) return { bytes: Buffer.alloc(0), end: start, exact: true }
  if (endless) return { bytes: bytes.subarray(start), end: bytes.length, exact: false }
  if (length !== undefined) {
    const end = start + Number(length)
    return end > bytes.length ? undefined : { bytes: bytes.subarray(start, end), end, exact: true }
  }
  if (chunked) return chunksOf(bytes, start)
  return closed ? { bytes: bytes.subarray(start), end: bytes.length, exact: false } : undefined
}

function chunksOf(
  bytes: Buffer,
  start: number,
): { readonly bytes: Buffer; readonly end: number; readonly exact: boolean } | undefined {
  const parts: Buffer[] = []
  let at = start
  for (;;) {
    const line = bytes.indexOf("\r\n", at)
    if (line === -1) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16)
    const from = line + 2
    if (!(size >= 0) || from + size + 2 > bytes.length) return undefined
    if (size === 0) return { bytes: Buffer.concat(parts), end: from + 2, exact: true }
    parts.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}
