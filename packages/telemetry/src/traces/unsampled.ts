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

const shared = trace.setSpan(ROOT_CONTEXT, span)

/** The context of a call that is not recorded: its child spans are not recorded either. Most calls share one. */
export function unsampledIn(values: SpanContexts): SpanContexts {
  return values === ROOT_CONTEXT ? shared : trace.setSpan(values, span)
}

/** Whether a span is the placeholder. */
export function isUnsampled(given: Span): boolean {
  return given === span
}

/** Hexadecimal digits: 16 bytes for a trace, 8 bytes for a span. */
function randomId(bytes: 8 | 16): string {
  return crypto
    .randomUUID()
    .replaceAll("-", "")
    .slice(-2 * bytes)
}
