import { type Context as SpanContext, context } from "@opentelemetry/api"
import type { Context, ContextKey } from "trivet"

/** Not in `ContextValues`: it is of no use to applications, which have `context.active()`. */
const key = "telemetry_context" as ContextKey

/** Keeps the context with the span of a call, for what is called later. */
export function keepContext(call: Context, spans: SpanContext): void {
  call.set(key, spans as never)
}

/** Makes the kept context active. One function for the process: a call scope adds it once. */
export function enterContext<Result>(call: Context, work: () => Result): Result {
  const kept = (call as { get(key: ContextKey): unknown }).get(key) as SpanContext | undefined
  return kept === undefined ? work() : context.with(kept, work)
}
