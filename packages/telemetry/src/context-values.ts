/**
 * The context value that `telemetry()` sets. It is part of `ContextValues`.
 *
 * @example
 * ```ts
 * import type { TelemetryValues } from "@trivet/telemetry"
 * import { callLog } from "trivet"
 *
 * export const calls = callLog({
 *   fields: (ctx): { trace_id: TelemetryValues["trace_id"] | undefined } => ({ trace_id: ctx.get("trace_id") }),
 * })
 * ```
 */
export interface TelemetryValues {
  /** The id of the trace; set only if the call is recorded. Lines of an injected `Log` contain it. */
  readonly trace_id: string
}

declare module "trivet" {
  interface ContextValues extends TelemetryValues {}
}
