import { createNoopMeter, type Meter, metrics, ProxyTracer, trace, type Tracer } from "@opentelemetry/api"

const name = "@trivet/telemetry"

/** The tracer of the registered SDK; `undefined` if there is none, so that nothing is done for spans that nobody gets. */
export function findTracer(): Tracer | undefined {
  const tracer = trace.getTracer(name)
  // The API gives a tracer of its own as long as no SDK is registered.
  return tracer instanceof ProxyTracer ? undefined : tracer
}

/** The same for metrics. */
export function findMeter(): Meter | undefined {
  const meter = metrics.getMeter(name)
  return meter === createNoopMeter() ? undefined : meter
}

/** Exports the spans that have ended, if the SDK can: a command exits before the SDK would do so by itself. */
export async function flushSpans(milliseconds: number): Promise<void> {
  const proxy = trace.getTracerProvider() as { getDelegate?(): object }
  const provider = (proxy.getDelegate?.() ?? proxy) as {
    forceFlush?(options: { readonly timeoutMillis: number }): Promise<void>
  }
  // The SDK reports what it could not export. An application stops all the same.
  await provider.forceFlush?.({ timeoutMillis: milliseconds }).catch(() => undefined)
}
