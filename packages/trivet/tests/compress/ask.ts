import { once } from "node:events"
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"

/** A reply as it came over the wire, not decoded. */
export interface Asked {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** How each encoding is undone. */
export const decoders: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

const agent = new Agent({ keepAlive: true })

/** Sends a request; the reply's body is still to be read. */
export async function open(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<IncomingMessage> {
  const call = request({ port, host: "127.0.0.1", path, headers, method, agent })
  call.end()
  const [reply] = (await once(call, "response")) as [IncomingMessage]
  return reply
}

/** Sends a request and reads its reply. */
export async function ask(...args: Parameters<typeof open>): Promise<Asked> {
  const reply = await open(...args)
  return { status: reply.statusCode!, headers: reply.headers, bytes: await buffer(reply) }
}

/** The body as it was before it was compressed. */
export function decoded({ headers, bytes }: Asked): Buffer {
  const encoding = headers["content-encoding"]
  return encoding === undefined ? bytes : decoders[encoding]!(bytes)
}
