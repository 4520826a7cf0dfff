import { readBounded } from "../read-bounded.ts"
import { ProviderUnavailable } from "./provider-unavailable.ts"

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
 * client's secret to where the provider's page says. Throws `ProviderUnavailable` if there is no reply, or one of 500 and more.
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
      // The rest did not come. A reply that is too long is another matter: the provider did answer.
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
