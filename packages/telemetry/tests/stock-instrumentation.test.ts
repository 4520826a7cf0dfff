// First: node:http is changed before anything else asks for it.
import { collectedPoints, spans } from "./testing/register-stock.ts"
import { SpanKind } from "@opentelemetry/api"
import { telemetry } from "@trivet/telemetry"
import { get, module, routes } from "trivet"
import { api } from "trivet/api"
import { injectFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { describe, expect, it } from "vitest"

const platform = api()

class PostsController {
  readonly #fetch = injectFetch(platform)

  routes() {
    return routes([get("/posts/:id", this.show), get("/inside", this.inside)])
  }
  async show() {
    await Promise.resolve()
    return { title: "First" }
  }
  async inside() {
    return (await this.#fetch(new Request("http://localhost/posts/1"))).json()
  }
}

describe("beside the stock instrumentation of node:http", () => {
  it("names its span and its metric, and starts none", async () => {
    const app = module({ name: "blog", declarations: [PostsController] })
    const log = createTestLog().log
    const served = await serve(app, { platform, port: 0, signals: false, log, middlewares: [telemetry()] })
    await (await fetch(`${served.url}/posts/7`)).text()
    await expect.poll(() => spans.getFinishedSpans()).toHaveLength(1)
    const [span] = spans.getFinishedSpans()
    expect(span).toMatchObject({ name: "GET /posts/:id", kind: SpanKind.SERVER })
    expect(span!.instrumentationScope.name).toBe("@opentelemetry/instrumentation-http")
    expect(span!.attributes).toMatchObject({
      "http.route": "/posts/:id",
      "trivet.module": "blog",
      "code.function.name": "PostsController.show",
    })

    // A call in process is another one, inside of the first.
    spans.reset()
    await (await fetch(`${served.url}/inside`)).text()
    await expect.poll(() => spans.getFinishedSpans()).toHaveLength(2)
    const named = (name: string) => spans.getFinishedSpans().find((one) => one.name === name)!
    expect(named("GET /posts/:id").parentSpanContext?.spanId).toBe(named("GET /inside").spanContext().spanId)

    const durations = await collectedPoints("http.server.request.duration")
    expect(durations.map(({ scope, attributes }) => [scope, attributes["http.route"]])).toEqual([
      ["@opentelemetry/instrumentation-http", "/posts/:id"],
      ["@opentelemetry/instrumentation-http", "/inside"],
    ])
    await served.stop()
  })
})
