import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from "@opentelemetry/api"
import type { Context, Next } from "trivet"
import { keepContext } from "./call-context.ts"
import { errorType } from "./error-type.ts"
import { findOuterSpan, markSpan, nameOuterSpan } from "./outer-span.ts"
import type { RouteFacts } from "./route-facts.ts"
import { unsampled } from "./unsampled.ts"

/** Returns further attributes of a call's span. */
export type CallAttributes = (ctx: Context) => Attributes

/** Settings for the tracing of calls. */
export interface TraceSettings {
  readonly tracer: Tracer
  readonly attributes: CallAttributes | undefined
  /** The share of root traces that are recorded, from 0 to 1. */
  readonly sample: number
}

const headers: TextMapGetter<Context> = {
  get: (ctx, name) => ctx.header(name) || undefined,
  keys: (ctx) => Object.keys(ctx.request().headers()),
}

/** Runs a call in a span: in one that another instrumentation has started for it, or in a new one. */
export function traceCall(
  { tracer, attributes, sample }: TraceSettings,
  ctx: Context,
  facts: RouteFacts,
  next: Next,
): unknown {
  const active = context.active()
  const outer = facts.isRequest ? findOuterSpan(active) : undefined
  if (outer !== undefined) {
    keepContext(ctx, active)
    if (outer.isRecording()) {
      nameOuterSpan(outer, facts)
      describe(outer, ctx, attributes)
    }
    return next()
  }
  const parent = trace.getSpan(active) === undefined ? propagation.extract(active, ctx, headers) : active
  // Decided before the SDK is called: it would do most of the work even for a call that is not recorded.
  if (sample < 1 && Math.random() >= sample && trace.getSpan(parent) === undefined) {
    keepContext(ctx, unsampled)
    return context.with(unsampled, next)
  }
  const span = tracer.startSpan(facts.name, facts.span, parent)
  const inner = trace.setSpan(parent, span)
  keepContext(ctx, inner)
  if (!span.isRecording()) return context.with(inner, next)
  return recordCall(span, ctx, facts, attributes, () => context.with(inner, next))
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
