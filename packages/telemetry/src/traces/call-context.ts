import { type Context as SpanContext, context } from "@opentelemetry/api"
import type { Context, ContextKey } from "trivet"

/** Not in `ContextValues`: applications use `context.active()` instead. */
const key = "telemetry_context" as ContextKey

/** Stores the OpenTelemetry context of a call, for code that runs later. */
export function keepContext(call: Context, spans: SpanContext): void {
  call.set(key, spans as never)
}

/** Activates the stored context. One function for the whole process, so that a call scope adds it once. */
export function enterContext<Result>(call: Context, work: () => Result): Result {
  const kept = (call as { get(key: ContextKey): unknown }).get(key) as SpanContext | undefined
  return kept === undefined ? work() : context.with(kept, work)
}
