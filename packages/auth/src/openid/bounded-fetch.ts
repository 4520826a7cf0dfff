import { readBounded } from "../tokens/read-bounded.ts"
import { ProviderUnavailable } from "./provider-unavailable.ts"

const timeout = 3_000
const mostBytes = 256 * 1024

/** The arguments that `openid-client` passes to a custom fetch. */
interface Sent {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: RequestInit["body"]
}

/**
 * Sends a request to a provider. The whole reply must arrive within three seconds and have at most 256 KiB. Redirects
 * are not followed: they could send the client secret to another host. Throws `ProviderUnavailable` if there is no
 * reply, or one with status 500 or more.
 */
export async function boundedFetch(url: string, { method, headers, body }: Sent): Promise<Response> {
  const signal = AbortSignal.timeout(timeout)
  const down = (reason: string, cause?: unknown) =>
    new ProviderUnavailable(`${new URL(url).origin} ${reason}`, { cause })
  const asked = { method, headers, body: body ?? null, redirect: "manual", signal } as const
  const reply = await fetch(url, asked).catch((error: unknown) => {
    throw down("does not answer", error)
  })
  if (reply.status >= 500) {
    await reply.body?.cancel()
    throw down(`answers with ${reply.status}`)
  }
  const read = async (stream: ReadableStream<Uint8Array>) => {
    try {
      return new Uint8Array(await readBounded(stream, mostBytes))
    } catch (error) {
      // The connection failed or timed out. A reply that is too long is different: the provider did answer.
      throw signal.aborted || error instanceof TypeError ? down("stops answering", error) : error
    }
  }
  const bytes = reply.body === null ? null : await read(reply.body)
  return new Response(isBodiless(reply.status) ? null : bytes, {
    status: reply.status,
    headers: reply.headers,
  })
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
