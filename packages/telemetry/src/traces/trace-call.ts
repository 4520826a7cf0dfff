import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from "@opentelemetry/api"
import type { Context, Next } from "trivet"
import { enterValues, valuesFor } from "./call-context.ts"
import { errorType } from "./error-type.ts"
import { findOuterSpan, markSpan, nameOuterSpan } from "./outer-span.ts"
import type { RouteFacts } from "./route-facts.ts"
import { unsampledIn } from "./unsampled.ts"

/** Returns further attributes of a call's span. */
export type CallAttributes = (ctx: Context) => Attributes

/** Settings for the tracing of calls. */
export interface TraceSettings {
  readonly tracer: Tracer
  readonly attributes: CallAttributes | undefined
  /** The share of root traces that are recorded, from 0 to 1. */
  readonly sample: number
  /** The headers that the propagator reads. A call without them begins a trace. */
  readonly fields: readonly string[]
}

const headers: TextMapGetter<Context> = {
  get: (ctx, name) => ctx.header(name) || undefined,
  keys: (ctx) => Object.keys(ctx.request().headers()),
}

/** Runs a call in a span: in one that another instrumentation has started for it, or in a new one. */
export function traceCall(settings: TraceSettings, ctx: Context, facts: RouteFacts, next: Next): unknown {
  const active = context.active()
  const values = valuesFor(ctx, active)
  const isInside = trace.getSpan(values) !== undefined
  // Decided before anything is made for a span: most calls end here.
  if (!isInside && settings.sample < 1 && Math.random() >= settings.sample && !isContinued(settings, ctx))
    return enterValues(ctx, active, unsampledIn(values), next)
  const { tracer, attributes } = settings
  const outer = isInside && facts.isRequest ? findOuterSpan(values) : undefined
  if (outer !== undefined) {
    if (outer.isRecording()) {
      nameOuterSpan(outer, facts)
      describe(outer, ctx, attributes)
    }
    return enterValues(ctx, active, values, next)
  }
  const parent = isInside ? values : propagation.extract(values, ctx, headers)
  const span = tracer.startSpan(facts.name, facts.span, parent)
  const inner = trace.setSpan(parent, span)
  if (!span.isRecording()) return enterValues(ctx, active, inner, next)
  return recordCall(span, ctx, facts, attributes, () => enterValues(ctx, active, inner, next))
}

/** Whether a caller has sent the trace that the call belongs to. */
function isContinued({ fields }: TraceSettings, ctx: Context): boolean {
  for (const name of fields) {
    if (ctx.header(name) !== "")
      return trace.getSpan(propagation.extract(ROOT_CONTEXT, ctx, headers)) !== undefined
  }
  return false
}

function recordCall(
  span: Span,
  ctx: Context,
  facts: RouteFacts,
  attributes: CallAttributes | undefined,
  run: () => unknown,
): unknown {
  markSpan(span)
  let failure: string | undefined
  const fail = (thrown: unknown): never => {
    failure = errorType(thrown)
    throw thrown
  }
  ctx.onDone(({ status, aborted }) => {
    if (facts.isRequest) span.setAttribute("http.response.status_code", status)
    // A client that disconnects is not an error: event streams usually end like this.
    if (aborted) span.setAttribute("trivet.aborted", true)
    if (status >= (facts.isRequest ? 500 : 400)) {
      span.setAttribute("error.type", failure ?? String(status))
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  })
  if (facts.isRequest) span.setAttribute("url.scheme", ctx.secure ? "https" : "http")
  describe(span, ctx, attributes)
  try {
    const returned = run()
    return returned instanceof Promise ? returned.catch(fail) : returned
  } catch (thrown) {
    return fail(thrown)
  }
}

function describe(span: Span, ctx: Context, attributes: CallAttributes | undefined): void {
  ctx.set("trace_id", span.spanContext().traceId)
  if (attributes !== undefined) span.setAttributes(attributes(ctx))
}
