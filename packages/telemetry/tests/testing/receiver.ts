import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** A span as a collector gets it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** By the name that the API has for it. */
  readonly kind: string
  readonly startTimeUnixNano: bigint
  readonly attributes: Readonly<Record<string, unknown>>
  /** Whether its status is an error. */
  readonly failed: boolean
}

interface OtlpSpan extends Omit<ReceivedSpan, "attributes" | "failed" | "kind" | "startTimeUnixNano"> {
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly attributes?: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status?: { readonly code?: number }
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

/** As the protocol numbers them. */
const kinds = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"]

/** Receives spans as OTLP over HTTP, in JSON. */
export interface Receiver {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Everything as it came. */
  readonly bodies: string[]
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const receive = async () => {
      const body = await text(request)
      bodies.push(body)
      for (const { scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans.map(spanOf))
      response.setHeader("content-type", "application/json")
      response.end("{}")
    }
    void receive()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/v1/traces`, spans, bodies, stop }
}

function spanOf({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  attributes = [],
  status,
  startTimeUnixNano,
}: OtlpSpan): ReceivedSpan {
  const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const)
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId === "" ? undefined : parentSpanId,
    name,
    kind: kinds[kind]!,
    startTimeUnixNano: BigInt(startTimeUnixNano),
    attributes: Object.fromEntries(values),
    failed: status?.code === 2,
  }
}
