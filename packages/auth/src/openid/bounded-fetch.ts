import { readBounded } from "../read-bounded.ts"

const timeout = 3_000
const mostBytes = 256 * 1024

/** What `openid-client` passes to a fetch of one's own. */
interface Sent {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: RequestInit["body"]
}

/**
 * A request to a provider: the whole reply within three seconds and 256 KiB. A redirect is not followed: it would send the
 * client's secret to where the provider's page says.
 */
export async function boundedFetch(url: string, { method, headers, body }: Sent): Promise<Response> {
  const signal = AbortSignal.timeout(timeout)
  const reply = await fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal })
  const bytes = reply.body === null ? null : new Uint8Array(await readBounded(reply.body, mostBytes))
  return new Response(isBodiless(reply.status) ? null : bytes, {
    status: reply.status,
    headers: reply.headers,
  })
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
