import { type Span, TraceFlags } from "@opentelemetry/api"

/** Whether a span is part of a recorded trace. Unlike `isRecording()` it stays so when the span has ended. */
export function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0
}
