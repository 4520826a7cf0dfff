import { type Context as SpanContexts, context, trace } from "@opentelemetry/api"
import type { Context } from "trivet"
import type { CallCarrier } from "trivet/extend"

/** A call that runs in a scope, with a place for what carries it. */
interface Carrying {
  carried: CallContext | undefined
}

/** An OpenTelemetry context that knows its call, so that one context entry carries both. */
export class CallContext implements SpanContexts {
  readonly call: Context
  /** All values. `enterSpan()` replaces it, so that the span of a call needs no second entry. */
  values: SpanContexts

  constructor(call: Context, values: SpanContexts) {
    this.call = call
    this.values = values
  }

  getValue(key: symbol): unknown {
    return this.values.getValue(key)
  }
  setValue(key: symbol, value: unknown): SpanContexts {
    return new CallContext(this.call, this.values.setValue(key, value))
  }
  deleteValue(key: symbol): SpanContexts {
    return new CallContext(this.call, this.values.deleteValue(key))
  }
  /** The header of W3C Trace Context. `@trivet/jobs` reads it, so that jobs which the call enqueues continue its trace. */
  get traceparent(): string | undefined {
    const span = trace.getSpanContext(this.values)
    if (span === undefined) return undefined
    return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`
  }
}

/** Carries calls by the context manager of the application. One for the whole process. */
export const carrier: CallCarrier = {
  run(call, work) {
    const carrying = call as unknown as Carrying
    return context.with((carrying.carried ??= new CallContext(call, context.active())), work)
  },
  current() {
    const active = context.active()
    return active instanceof CallContext ? active.call : undefined
  },
}

/** The values of the active context, without the call that carries them. */
export function valuesFor(call: Context, active: SpanContexts): SpanContexts {
  return active instanceof CallContext && active.call === call ? active.values : active
}

/** Runs work in a context that code which runs later for the call enters again. */
export function enterValues<Result>(
  call: Context,
  active: SpanContexts,
  values: SpanContexts,
  work: () => Result,
): Result {
  const carrying = call as unknown as Carrying
  const own = (carrying.carried ??= new CallContext(call, values))
  own.values = values
  return active === own ? work() : context.with(own, work)
}
