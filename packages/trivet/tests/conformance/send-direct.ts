import type { FetchHandler } from "trivet/fetch"
import type { Sent } from "./case.ts"
import type { Received } from "./received.ts"

/** Calls a fetch handler without a socket, as an edge runtime does. */
export async function sendDirect(handler: FetchHandler, sent: Sent): Promise<Received> {
  const info = { remoteAddr: { hostname: "127.0.0.1" } }
  const response = await handler(requestOf(sent), info)
  const { body, cut } = await read(response)
  return { status: response.status, headers: [...response.headers], body, cut }
}

function requestOf({ method = "GET", path, headers = [], body, chunked }: Sent): Request {
  const list = new Headers()
  // `Headers` joins cookies as if they were any header; runtimes join them as HTTP says.
  for (const [name, value] of headers) {
    if (name.toLowerCase() === "cookie" && list.has("cookie"))
      list.set("cookie", `${list.get("cookie")}; ${value}`)
    else list.append(name, value)
  }
  if (body === undefined) return new Request(addressOf(path), { method, headers: list })
  const bytes = new TextEncoder().encode(body)
  if (chunked !== true) list.set("content-length", String(bytes.length))
  return new Request(addressOf(path), {
    method,
    headers: list,
    body: chunked === true ? streamOf(bytes) : bytes,
    duplex: "half",
  })
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const half = Math.ceil(bytes.length / 2)
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, half))
      controller.enqueue(bytes.subarray(half))
      controller.close()
    },
  })
}

async function read(response: Response): Promise<{ readonly body: Uint8Array; readonly cut: boolean }> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk as Uint8Array)
  } catch {
    return { body: Buffer.concat(chunks), cut: true }
  }
  return { body: Buffer.concat(chunks), cut: false }
}

function addressOf(path: string): string {
  return path.startsWith("/") ? `http://127.0.0.1${path}` : path
}
