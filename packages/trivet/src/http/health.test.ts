import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { engineAppOf } from "../app/engine-app.ts"
import { createApp } from "../engine/create-app.ts"
import { serve } from "../engine/node/serve.ts"
import { module, type Module } from "../module/module.ts"
import { createTestApp, type TestApp } from "../testing/create-test-app.ts"
import { createTestLog } from "../testing/test-log.ts"
import { api } from "../platform/api/api.ts"
import { health, type HealthOptions } from "./health.ts"
import type { HealthReport } from "./health-watch.ts"

class Database {
  asked = 0
  broken = false
  async onHealth() {
    this.asked++
    await sleep(10)
    if (this.broken) throw new Error("password of db.internal refused")
  }
}

class Search {
  onHealth() {
    return "away; results are older"
  }
}

class Stuck {
  asked = 0
  onHealth() {
    this.asked++
    return new Promise(() => undefined)
  }
}

class Plain {}

function rootOf(options: HealthOptions, ...declarations: readonly (new () => object)[]): Module {
  return module({
    name: "app",
    imports: [health(options), module({ name: "stores", declarations })],
    exports: [],
    declarations: [],
  })
}

const apps: TestApp[] = []
async function start(options: HealthOptions, ...declarations: readonly (new () => object)[]) {
  const app = await createTestApp(rootOf(options, ...declarations))
  apps.push(app)
  return app
}
const instanceOf = <T>(app: TestApp, wanted: new () => T): T =>
  engineAppOf(app).wiring.order.find(({ token }) => token === wanted)!.instance as T
const readyOf = async (app: TestApp) => {
  const reply = await app.request("GET", "/health/ready")
  return { status: reply.status, report: reply.json() as HealthReport }
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop()
})

describe("health", () => {
  it("says that it lives without asking anybody", async () => {
    const app = await start({}, Database)
    instanceOf(app, Database).broken = true
    const reply = await app.request("GET", "/health/live")
    expect([reply.status, reply.json()]).toEqual([200, { status: "live" }])
    expect(reply.headers.get("cache-control")).toBe("no-store")
    expect(instanceOf(app, Database).asked).toBe(0)
  })

  it("is ready with every dependency, its latency and what it wants to be known", async () => {
    const { status, report } = await readyOf(await start({}, Database, Plain, Search))
    expect(status).toBe(200)
    expect(report).toEqual({
      status: "ready",
      checks: [
        { name: "Database", status: "up", milliseconds: expect.any(Number) as number },
        {
          name: "Search",
          status: "up",
          milliseconds: expect.any(Number) as number,
          note: "away; results are older",
        },
      ],
    })
    expect(report.checks[0]!.milliseconds).toBeGreaterThanOrEqual(9)
  })

  it("is not ready when one is down, and tells why to the log only, once", async () => {
    const app = await start({ reuse: 0 }, Database, Search)
    const database = instanceOf(app, Database)
    database.broken = true
    for (let probe = 0; probe < 3; probe++) {
      const { status, report } = await readyOf(app)
      expect([status, report.status]).toEqual([503, "not ready"])
      expect(report.checks.map((check) => check.status)).toEqual(["down", "up"])
      expect(JSON.stringify(report)).not.toContain("db.internal")
      await sleep(2)
    }
    database.broken = false
    expect((await readyOf(app)).status).toBe(200)
    expect(app.logs.map(({ msg }) => msg)).toEqual(["Database is not well", "Database is well again"])
    expect(JSON.stringify(app.logs)).toContain("db.internal")
  })

  it("asks once for many probes at once, and not again for a while", async () => {
    const app = await start({ reuse: 150 }, Database)
    await Promise.all(Array.from({ length: 500 }, () => app.request("GET", "/health/ready")))
    await app.request("GET", "/health/ready")
    expect(instanceOf(app, Database).asked).toBe(1)
    await sleep(200)
    await app.request("GET", "/health/ready")
    expect(instanceOf(app, Database).asked).toBe(2)
  })

  it("does not wait longer than the limit, and asks nobody again who has not answered yet", async () => {
    const app = await start({ timeout: 100, reuse: 0 }, Stuck, Database)
    for (let probe = 0; probe < 3; probe++) {
      const began = performance.now()
      const { status, report } = await readyOf(app)
      expect(status).toBe(503)
      expect(report.checks.map((check) => check.status)).toEqual(["down", "up"])
      expect(performance.now() - began).toBeLessThan(1_000)
      await sleep(2)
    }
    expect(instanceOf(app, Stuck).asked).toBe(1)
    expect((await app.request("GET", "/health/live")).status).toBe(200)
  })

  it("is ready again after a check that failed at once", async () => {
    let isBroken = true
    class Flaky {
      onHealth() {
        if (isBroken) throw new Error("no connection")
      }
    }
    const app = await start({ reuse: 0 }, Flaky)
    expect((await app.request("GET", "/health/ready")).status).toBe(503)
    isBroken = false
    await expect.poll(async () => (await app.request("GET", "/health/ready")).status).toBe(200)
  })

  it("can lie elsewhere, behind middlewares", async () => {
    const guard = { handle: () => ({ error: "no", status: 403 }) }
    const app = await start({ path: "/_internal", middlewares: [guard] })
    expect((await app.request("GET", "/_internal/ready")).status).toBe(403)
    expect((await app.request("GET", "/health/ready")).status).toBe(404)
  })

  it("is no longer ready from the moment that a server begins to stop, and lives until it has", async () => {
    const { log } = createTestLog()
    const app = await createApp(rootOf({}, Database), { platform: api(), log })
    const served = await serve(app, { port: 0, signals: false, drainDelay: 400 })
    const ask = async (path: string) => {
      const reply = await fetch(`${served.url}${path}`)
      return [reply.status, ((await reply.json()) as { status: string }).status]
    }
    expect(await ask("/health/ready")).toEqual([200, "ready"])
    const stopped = served.stop()
    expect(await ask("/health/ready")).toEqual([503, "stopping"])
    expect(await ask("/health/live")).toEqual([200, "live"])
    expect(await stopped).toBe(true)
  })
})
