import { randomBytes } from "node:crypto"
import { Agent, METHODS, request } from "node:http"
import { metrics } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { telemetry } from "@trivet/telemetry"
import { type App, type Context, createApp, get, module, mount, routes } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scrape, scrapedModule } from "./testing/scraped-app.ts"

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))

class Posts {
  routes() {
    return routes([get("/posts/:id", this.show), mount("/mounted", () => new Response("mounted"))])
  }
  show(ctx: Context<"/posts/:id">) {
    return { id: ctx.param("id") }
  }
}

let app: App
let served: Served
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
beforeAll(async () => {
  const blog = module({ name: "blog", imports: [scrapedModule()], declarations: [Posts] })
  app = await createApp(blog, { platform: api(), log: createTestLog().log, middlewares: [telemetry()] })
  served = await serve(app, { port: 0, signals: false, overload: false })
})
afterAll(async () => {
  agent.destroy()
  await served.stop()
})

const methods = METHODS.filter((method) => method !== "CONNECT")
const one = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]!
const random = () => randomBytes(12).toString("base64url")

function send(method: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port: served.port, method, path }, (response) =>
      response.resume().on("end", resolve),
    )
    sent.on("error", reject).end()
  })
}

async function counted() {
  // The first scrape adds the series of scrapes.
  await (await scrape(served.url)).text()
  const lines = (await (await scrape(served.url)).text()).split("\n").filter((line) => /^\w/.test(line))
  exporter.reset()
  await reader.forceFlush()
  const points = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .reduce((sum, { dataPoints }) => sum + dataPoints.length, 0)
  return { lines: lines.length, points }
}

describe("the number of series", () => {
  it("is the same after 10,000 random paths, queries and methods", async () => {
    const places = ["/posts/x", "/none", "/mounted", "/mounted/x"]
    for (const method of methods) for (const place of places) await send(method, place)
    const fetchApp = toFetch(app)
    const unknown = async (path: string) => {
      await (await fetchApp(new Request(`http://localhost${path}`, { method: random() }))).text()
    }
    for (const place of places) await unknown(place)
    const before = await counted()
    expect(before.lines).toBeGreaterThan(100)
    expect(before.points).toBeGreaterThan(20)

    const paths = [
      () => `/posts/${random()}`,
      () => `/${random()}`,
      () => `/mounted/${random()}`,
      () => `/posts/${random()}/${random()}?${random()}=${random()}`,
    ]
    const rest = Array.from({ length: 10_000 }, () => one(paths)())
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let path = rest.pop(); path !== undefined; path = rest.pop()) await send(one(methods), path)
      }),
    )
    // A server rejects methods that it does not know. Another engine may pass them on.
    for (let call = 0; call < 1_000; call++) await unknown(one(paths)())
    expect(await counted()).toEqual(before)
  })
})
