import {
  type Context as SpanContexts,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
  TraceFlags,
} from "@opentelemetry/api"

/** A placeholder span for calls that are not recorded. It propagates "not sampled" to other services, with random ids. */
const span: Span = Object.assign(trace.wrapSpanContext(INVALID_SPAN_CONTEXT), {
  spanContext: (): SpanContext => ({
    traceId: randomId(16),
    spanId: randomId(8),
    traceFlags: TraceFlags.NONE,
  }),
})

/**
 * The context of all calls that are not recorded: their child spans are not recorded either. One shared context is
 * cheapest.
 */
export const unsampled: SpanContexts = trace.setSpan(ROOT_CONTEXT, span)

/** Whether a span is the placeholder. */
export function isUnsampled(given: Span): boolean {
  return given === span
}

function randomId(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}
