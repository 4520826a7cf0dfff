import { type Context as SpanContext, createContextKey, type Span, SpanKind, trace } from "@opentelemetry/api"
import { isSampled } from "./is-sampled.ts"
import type { RouteFacts } from "./route-facts.ts"

/**
 * The metadata that the standard `node:http` instrumentation keeps in its context. It reads the route at the end of the
 * request.
 */
export interface RpcMetadata {
  readonly type?: unknown
  route?: string
}
// The key of `@opentelemetry/core`: keys with the same description are equal.
const rpcKey = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA")

/** Spans that this package uses for calls. An in-process call inside of one is another call. */
const ours = new WeakSet<Span>()

/** Marks a span as that of a call. */
export function markSpan(span: Span): void {
  ours.add(span)
}

/**
 * The span that another instrumentation, or the runtime, has started for the same request. It is renamed, and no second
 * span is started.
 */
export function findOuterSpan(active: SpanContext): Span | undefined {
  const span = trace.getSpan(active)
  if (span === undefined || ours.has(span)) return undefined
  const { kind } = span as { readonly kind?: unknown }
  const isServer = kind === SpanKind.SERVER || findRpc(active) !== undefined
  // A span that is not recorded has no kind. Spans below it would not be recorded either.
  return isServer || !isSampled(span) ? span : undefined
}

/** Names the span of a request after its route. */
export function nameOuterSpan(span: Span, { name, span: started }: RouteFacts): void {
  markSpan(span)
  span.updateName(name)
  span.setAttributes(started.attributes)
}

/** The metadata of the standard instrumentation for the current request. */
export function findRpc(active: SpanContext): RpcMetadata | undefined {
  const rpc = active.getValue(rpcKey) as RpcMetadata | undefined
  return rpc?.type === "http" ? rpc : undefined
}
