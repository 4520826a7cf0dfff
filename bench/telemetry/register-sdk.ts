import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { context, propagation, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { W3CTraceContextPropagator } from "@opentelemetry/core"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { BatchSpanProcessor, type Sampler, TracerProvider } from "@opentelemetry/sdk-trace"

/** Registers the official SDK as an application does. Spans are exported in batches to a process that drops them. */
export async function registerSdk(sampler?: Sampler): Promise<void> {
  // In a process of its own, so that its work is not counted as the server's.
  const receiver = fork(join(import.meta.dirname, "span-receiver.ts"))
  const [port] = (await once(receiver, "message")) as [number]
  receiver.unref()
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` })
  const spanProcessors = [new BatchSpanProcessor({ exporter })]
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors, ...(sampler !== undefined && { sampler }) }),
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
}
