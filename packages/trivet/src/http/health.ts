import { HealthChecks } from "../app/health-checks.ts"
import { Readiness } from "../app/readiness.ts"
import type { Context } from "../context/context.ts"
import type { MiddlewareEntry } from "../context/middleware.ts"
import type { Reply } from "../context/reply.ts"
import { checkOptions } from "../fault/check-options.ts"
import { inject } from "../inject/inject.ts"
import { provide } from "../inject/provider.ts"
import { get, group } from "../module/make-route.ts"
import { module, type Module } from "../module/module.ts"
import type { Route } from "../module/route.ts"
import { Log } from "../log/log.ts"
import { type CheckResult, HealthWatch } from "./health-watch.ts"

/** How an application tells that it is well. Times are in milliseconds. */
export interface HealthOptions {
  /** The path under which `/live` and `/ready` lie: `/health` unless given. */
  readonly path?: string
  /** How long one check may take before it counts as failed: 1,000 unless given. */
  readonly timeout?: number
  /** How long results are reused, for any number of probes: 1,000 unless given. */
  readonly reuse?: number
  /** Middlewares of both routes. */
  readonly middlewares?: readonly MiddlewareEntry[]
}

/** What `/ready` answers. */
export interface HealthReport {
  readonly status: "ready" | "not ready" | "stopping"
  readonly checks: readonly CheckResult[]
}

/**
 * A module that serves `GET /health/live`, which is 200 as long as the process answers at all, and `GET /health/ready`,
 * which is 503 when an `onHealth()` of any instance fails, and while the application stops. Import it in the root module.
 */
export function health(options: HealthOptions = {}): Module {
  checkOptions(options, { path: true, timeout: true, reuse: true, middlewares: true }, "health()")
  return module({
    name: "health",
    declarations: [provide(HealthController, () => new HealthController(options))],
  })
}

const probe = { about: { hidden: true }, serveWhenOverloaded: true }

/** Answers probes. */
export class HealthController {
  readonly #readiness = inject(Readiness)
  readonly #options: HealthOptions
  readonly #watch: HealthWatch

  constructor(options: HealthOptions) {
    this.#options = options
    const { timeout = 1_000, reuse = 1_000 } = options
    this.#watch = new HealthWatch(inject(HealthChecks), inject(Log), { timeout, reuse })
  }

  routes(): readonly Route[] {
    const { path = "/health", middlewares = [] } = this.#options
    return [group(path, middlewares, [get("/live", this.live, probe), get("/ready", this.ready, probe)])]
  }

  live(ctx: Context): Reply {
    ctx.response().setHeader("cache-control", "no-store")
    return ctx.status(200).json({ status: "live" })
  }

  async ready(ctx: Context): Promise<Reply> {
    const report = await this.#report()
    ctx.response().setHeader("cache-control", "no-store")
    return ctx.status(report.status === "ready" ? 200 : 503).json(report)
  }

  async #report(): Promise<HealthReport> {
    if (!this.#readiness.ready) return { status: "stopping", checks: [] }
    const checks = await this.#watch.results()
    const isWell = checks.every(({ status }) => status === "up")
    return { status: isWell ? "ready" : "not ready", checks }
  }
}
