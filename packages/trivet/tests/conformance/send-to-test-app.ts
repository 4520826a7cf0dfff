import type { TestApp } from "trivet/testing"
import type { Sent } from "./case.ts"
import type { Received } from "./received.ts"

/** Calls an application through `trivet/testing`. */
export async function sendToTestApp(app: TestApp, sent: Sent): Promise<Received> {
  const { method = "GET", path, body } = sent
  const headers = joined(sent.headers ?? [])
  const reply = await app
    .request(method, path, { headers, ...(body !== undefined && { body }) })
    .catch(() => undefined)
  if (reply === undefined) return { status: undefined, headers: [], body: new Uint8Array(0), cut: true }
  const { list } = reply.headers
  const lines = list.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), list[at + 1]!] as const] : [],
  )
  return { status: reply.status, headers: lines, body: reply.bytes, cut: false }
}

function joined(headers: NonNullable<Sent["headers"]>): Readonly<Record<string, string>> {
  const map: Record<string, string> = {}
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    const between = lower === "cookie" ? "; " : ", "
    map[lower] = Object.hasOwn(map, lower) ? `${map[lower]}${between}${value.trim()}` : value.trim()
  }
  return map
}
