import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { context, propagation, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { W3CTraceContextPropagator } from "@opentelemetry/core"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { serve } from "trivet/node"
import type { Start } from "../start.ts"
import { createMeasuredApp } from "../trivet-app.ts"

/** Trivet with `telemetry()` and the official SDK: 1 % of the calls are recorded, and exported in batches. */
export const start: Start = async () => {
  // In a process of its own, so that its work is not counted as the server's.
  const receiver = fork(join(import.meta.dirname, "../span-receiver.ts"))
  const [port] = (await once(receiver, "message")) as [number]
  receiver.unref()
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` })
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] }),
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const served = await serve(await createMeasuredApp({ sample: 0.01 }), {
    port: 0,
    host: "127.0.0.1",
    signals: false,
  })
  return served.port
}
