import {
  type Context as SpanContexts,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
  TraceFlags,
} from "@opentelemetry/api"

/** Stands for the span of each call that is not recorded. It says so to other services, with ids that mean nothing. */
const span: Span = Object.assign(trace.wrapSpanContext(INVALID_SPAN_CONTEXT), {
  spanContext: (): SpanContext => ({
    traceId: randomId(16),
    spanId: randomId(8),
    traceFlags: TraceFlags.NONE,
  }),
})

/** The context of all calls that are not recorded: what they start is not recorded either. One for all costs least. */
export const unsampled: SpanContexts = trace.setSpan(ROOT_CONTEXT, span)

/** Whether a span is the one above. */
export function isUnsampled(given: Span): boolean {
  return given === span
}

function randomId(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}
