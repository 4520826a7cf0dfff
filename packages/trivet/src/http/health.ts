import { HealthChecks } from "../app/metrics/health-checks.ts"
import { Readiness } from "../app/readiness.ts"
import { anyone } from "../context/anyone.ts"
import type { Context } from "../context/context.ts"
import type { MiddlewareEntry } from "../context/middleware.ts"
import type { Reply } from "../context/reply/reply.ts"
import { checkOptions } from "../fault/check-options.ts"
import { inject } from "../inject/inject.ts"
import { provide } from "../inject/provider.ts"
import { get, group } from "../module/routes/make-route.ts"
import { module, type Module } from "../module/module.ts"
import type { Route } from "../module/routes/route.ts"
import { AppLog } from "../app/app-log.ts"
import { HealthWatch } from "./health-watch.ts"
import { probes } from "./probes.ts"

/** Options of `health()`. */
export interface HealthOptions {
  /** The path before `/live` and `/ready`. Default: `/health`. */
  readonly path?: string
  /** Milliseconds after which a check counts as failed. Default: 1,000. */
  readonly timeout?: number
  /** Milliseconds for which results are reused, for any number of probes. Default: 1,000. */
  readonly reuse?: number
  /** Middlewares of both routes. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
}

/**
 * Makes a module that answers health probes. `GET /health/live` is 200 as long as the process responds.
 * `GET /health/ready` is 503 if an `onHealth()` of any instance fails, and while the application stops; otherwise 200.
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
    this.#watch = new HealthWatch(inject(HealthChecks), inject(AppLog), { timeout, reuse })
  }

  routes(): readonly Route[] {
    const { path = "/health", middlewares = [anyone] } = this.#options
    return [group(path, middlewares, [get("/live", this.live, probe), get("/ready", this.ready, probe)])]
  }

  live(ctx: Context): Reply {
    probes.add(ctx)
    ctx.response().setHeader("cache-control", "no-store")
    return ctx.status(200).json({ status: "live" })
  }

  async ready(ctx: Context): Promise<Reply> {
    const report = await this.#watch.report(this.#readiness)
    probes.add(ctx)
    ctx.response().setHeader("cache-control", "no-store")
    return ctx.status(report.status === "ready" ? 200 : 503).json(report)
  }
}
