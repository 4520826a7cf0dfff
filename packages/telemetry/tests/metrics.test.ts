import { metrics } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { telemetry } from "@trivet/telemetry"
import { get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { describe, expect, it } from "vitest"

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))

class Posts {
  routes() {
    return routes([get("/posts/:id", () => ({}))])
  }
}

async function collect() {
  exporter.reset()
  await reader.forceFlush()
  const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics)
  return all.flatMap((scope) => scope.metrics)
}

describe("metrics by the API", () => {
  it("have the names, units and attributes of the conventions", async () => {
    const { log } = createTestLog()
    const app = module({ name: "blog", declarations: [Posts] })
    const served = await serve(app, {
      platform: api(),
      port: 0,
      signals: false,
      log,
      middlewares: [telemetry()],
    })
    await (await fetch(`${served.url}/posts/7?token=1`)).text()
    await expect
      .poll(async () => (await collect()).map(({ descriptor }) => `${descriptor.name} ${descriptor.unit}`))
      .toEqual([
        "http.server.request.duration s",
        "nodejs.eventloop.delay.mean s",
        "nodejs.eventloop.delay.p50 s",
        "nodejs.eventloop.delay.p99 s",
        "nodejs.eventloop.delay.max s",
        "trivet.overload.in_flight {request}",
        "trivet.overload.waiting {request}",
        "trivet.overload.rejections {request}",
        "http.server.open_connections {connection}",
        "trivet.sockets {connection}",
        "trivet.streams {connection}",
      ])
    const [durations] = await collect()
    expect(durations!.dataPoints.map(({ attributes }) => attributes)).toEqual([
      {
        "http.request.method": "GET",
        "http.route": "/posts/:id",
        "http.response.status_code": 200,
        "url.scheme": "http",
      },
    ])
    await served.stop()
  })
})
