import { createNoopMeter, type Meter, metrics, ProxyTracer, trace, type Tracer } from "@opentelemetry/api"

const name = "@trivet/telemetry"

/**
 * The tracer of the registered SDK; `undefined` if there is none, so that no work is done for spans that are never
 * exported.
 */
export function findTracer(): Tracer | undefined {
  const tracer = trace.getTracer(name)
  // Without a registered SDK, the API returns its own proxy tracer.
  return tracer instanceof ProxyTracer ? undefined : tracer
}

/** The meter of the registered SDK; `undefined` if there is none. */
export function findMeter(): Meter | undefined {
  const meter = metrics.getMeter(name)
  return meter === createNoopMeter() ? undefined : meter
}

/** Exports ended spans, if the SDK supports it: a command exits before the SDK would export them. */
export async function flushSpans(milliseconds: number): Promise<void> {
  const proxy = trace.getTracerProvider() as { getDelegate?(): object }
  const provider = (proxy.getDelegate?.() ?? proxy) as {
    forceFlush?(options: { readonly timeoutMillis: number }): Promise<void>
  }
  // The SDK reports failed exports itself. The application stops in any case.
  await provider.forceFlush?.({ timeoutMillis: milliseconds }).catch(() => undefined)
}
