import { spawnSync } from "node:child_process"
import { Database, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { telemetry } from "@trivet/telemetry"
import { sql } from "kysely"
import { get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scrape, scrapedModule } from "./testing/scraped-app.ts"

class Db extends Database<Record<string, never>> {}

class PostsController {
  readonly #db = inject(Db)

  routes() {
    return routes([get("/posts/:id", this.show), get("/broken", this.broken)])
  }
  async show() {
    await sql`select 1`.execute(this.#db)
    return {}
  }
  broken() {
    throw new Error("broken")
  }
}

let test: TestDatabase
let served: Served
const { log } = createTestLog()
beforeAll(async () => {
  test = await createTestDatabase()
  const imports = [postgres(Db, { url: test.url }), scrapedModule()]
  const app = module({ name: "blog", imports, declarations: [PostsController] })
  served = await serve(app, { platform: api(), port: 0, signals: false, log, middlewares: [telemetry()] })
})
afterAll(async () => {
  await served.stop()
  await test.drop()
})

async function scraped(): Promise<string> {
  const reply = await scrape(served.url)
  expect(reply.status).toBe(200)
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
  expect(reply.headers.get("cache-control")).toBe("no-store")
  return reply.text()
}

/** The value of each series whose name begins so, by its labels. */
async function seriesOf(name: string): Promise<Record<string, number>> {
  const lines = (await scraped()).split("\n").filter((line) => line.startsWith(name))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(" ")
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

describe("prometheus()", () => {
  it("answers with text that promtool accepts", async () => {
    await fetch(`${served.url}/posts/1`)
    const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
      input: await scraped(),
      encoding: "utf8",
    })
    // OpenTelemetry names it so; promtool would keep the ending for histograms.
    const hint =
      /^db_client_connection_count non-histogram and non-summary metrics should not have "_count" suffix\n$/
    expect([status, stdout, stderr]).toEqual([3, "", expect.stringMatching(hint)])
  })

  it("counts requests by method, route and status, and errors by type", async () => {
    const name = "http_server_request_duration_seconds_count"
    const before = await seriesOf(name)
    for (const path of ["/posts/1", "/posts/2", "/broken", "/none"]) await fetch(`${served.url}${path}`)
    const key = (labels: string) => `${name}{http_request_method="GET",url_scheme="http",${labels}}`
    const added = {
      [key('http_route="/posts/:id",http_response_status_code="200"')]: 2,
      [key('http_route="/broken",http_response_status_code="500",error_type="500"')]: 1,
      [key('http_response_status_code="404"')]: 1,
    }
    await expect
      .poll(async () => {
        const after = await seriesOf(name)
        return Object.fromEntries(
          Object.keys(added).map((series) => [series, (after[series] ?? 0) - (before[series] ?? 0)]),
        )
      })
      .toEqual(added)
  })

  it("puts durations into the buckets of the conventions", async () => {
    await fetch(`${served.url}/posts/1`)
    const buckets = await seriesOf(
      'http_server_request_duration_seconds_bucket{http_request_method="GET",url_scheme="http",http_route="/posts/:id"',
    )
    const bounds = Object.keys(buckets).map((series) => /le="([^"]+)"/.exec(series)![1])
    expect(bounds.join(" ")).toBe("0.005 0.01 0.025 0.05 0.075 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10 +Inf")
    const counts = Object.values(buckets)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    const [sum] = Object.values(
      await seriesOf(
        'http_server_request_duration_seconds_sum{http_request_method="GET",url_scheme="http",http_route="/posts/:id"',
      ),
    )
    expect(sum).toBeGreaterThan(0)
  })

  it("shows the event loop, the pool and the overload", async () => {
    await fetch(`${served.url}/posts/1`)
    const pool = 'db_client_connection_pool_name="Db"'
    const text = await scraped()
    for (const figure of ["mean", "p50", "p99", "max"])
      expect(text).toMatch(new RegExp(`^nodejs_eventloop_delay_${figure}_seconds [\\d.e-]+$`, "m"))
    expect(text).toMatch(
      new RegExp(`^db_client_connection_count\\{${pool},db_client_connection_state="idle"\\} [1-9]`, "m"),
    )
    expect(text).toMatch(
      new RegExp(`^db_client_connection_count\\{${pool},db_client_connection_state="used"\\} 0$`, "m"),
    )
    expect(text).toMatch(new RegExp(`^db_client_connection_pending_requests\\{${pool}\\} 0$`, "m"))
    expect(text).toMatch(/^trivet_overload_in_flight \d+$/m)
    expect(text).toMatch(/^trivet_overload_waiting 0$/m)
    expect(text).toMatch(/^trivet_overload_rejections_total 0$/m)
  })
})
