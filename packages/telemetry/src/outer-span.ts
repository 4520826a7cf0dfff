import { type Context as SpanContext, createContextKey, type Span, SpanKind, trace } from "@opentelemetry/api"
import { isSampled } from "./is-sampled.ts"
import type { RouteFacts } from "./route-facts.ts"

/** What the stock instrumentation of `node:http` keeps in its context. It reads the route when the request is over. */
export interface RpcMetadata {
  readonly type?: unknown
  route?: string
}
// The key of `@opentelemetry/core`: keys of the same text are the same key.
const rpcKey = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA")

/** Spans that stand for a call of this package. A call inside of one, in process, is another call. */
const ours = new WeakSet<Span>()

/** Marks a span as that of a call. */
export function markSpan(span: Span): void {
  ours.add(span)
}

/**
 * The span that something else has started for the same request: a stock instrumentation, or the runtime. It is named,
 * and none is started beside it.
 */
export function findOuterSpan(active: SpanContext): Span | undefined {
  const span = trace.getSpan(active)
  if (span === undefined || ours.has(span)) return undefined
  const { kind } = span as { readonly kind?: unknown }
  const isServer = kind === SpanKind.SERVER || findRpc(active) !== undefined
  // One that is not recorded has no kind. What were started below it would not be recorded either.
  return isServer || !isSampled(span) ? span : undefined
}

/** Names the span of a request after its route. */
export function nameOuterSpan(span: Span, { name, span: started }: RouteFacts): void {
  markSpan(span)
  span.updateName(name)
  span.setAttributes(started.attributes)
}

/** What the stock instrumentation keeps of the request that the running code belongs to. */
export function findRpc(active: SpanContext): RpcMetadata | undefined {
  const rpc = active.getValue(rpcKey) as RpcMetadata | undefined
  return rpc?.type === "http" ? rpc : undefined
}
