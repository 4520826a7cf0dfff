import { context, propagation, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { W3CTraceContextPropagator } from "@opentelemetry/core"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { BatchSpanProcessor, TracerProvider, type TracerProviderOptions } from "@opentelemetry/sdk-trace"

/** Registers the official SDK in this process, as an application does. Spans are sent to a receiver. */
export function registerSdk(url: string, options: TracerProviderOptions = {}): TracerProvider {
  const exporter = new OTLPTraceExporter({ url })
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: 200, maxQueueSize: 100_000 })
  const provider = new TracerProvider({ ...options, spanProcessors: [processor] })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return provider
}
