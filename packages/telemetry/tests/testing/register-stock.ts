import { createRequire } from "node:module"
import { context, type Attributes, metrics, propagation, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { W3CTraceContextPropagator } from "@opentelemetry/core"
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"

/** The spans that have ended. */
export const spans = new InMemorySpanExporter()

const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })

trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
)
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
context.setGlobalContextManager(new AsyncLocalStorageContextManager())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }).enable()
// It changes the module where it is required.
createRequire(import.meta.url)("node:http")

/** The points of a metric so far, with the name of what made them. */
export async function collectedPoints(
  name: string,
): Promise<{ readonly scope: string; readonly attributes: Attributes; readonly value: unknown }[]> {
  measured.reset()
  await reader.forceFlush()
  return measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ scope, metrics: made }) =>
      made
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({ scope: scope.name, attributes, value })),
        ),
    )
}
