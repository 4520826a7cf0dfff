import {
  type Context,
  Describe,
  Fault,
  get,
  inject,
  type MiddlewareEntry,
  module,
  type Module,
  provide,
  Reply,
  type Route,
} from "trivet"
import { checkOptions, type OptionNames, AppLog, AppMetrics, prometheusText } from "trivet/extend"

/** Options of `prometheus()`. */
export interface PrometheusOptions {
  /** The middlewares of the route. One of them must reject clients that may not read the metrics. */
  readonly middlewares: readonly [MiddlewareEntry, ...MiddlewareEntry[]]
  /** The path of the route. Default: `/metrics`. */
  readonly path?: string
  /** Modules that export what the middlewares inject. Default: none. */
  readonly imports?: readonly Module[]
}

/** The media type of the text. */
const textType = "text/plain; version=0.0.4; charset=utf-8"

const optionNames: OptionNames<PrometheusOptions> = { middlewares: true, path: true, imports: true }

/**
 * Makes a module that answers `GET /metrics` with the metrics of the application, in the text format of Prometheus. The
 * middleware `telemetry()` measures the requests. The route is always served under overload.
 *
 * @example
 * ```ts
 * import { timingSafeEqual } from "node:crypto"
 * import { prometheus } from "@trivet/telemetry"
 * import { type Context, type Middleware, module, PublicError } from "trivet"
 *
 * const wanted = Buffer.from(`Bearer ${process.env["METRICS_TOKEN"]}`)
 *
 * const scraper: Middleware = {
 *   handle(ctx: Context, next) {
 *     const sent = Buffer.from(ctx.header("authorization"))
 *     if (sent.length === wanted.length && timingSafeEqual(sent, wanted)) return next()
 *     throw new PublicError(401, "Missing or invalid token")
 *   },
 * }
 *
 * export const App = module({ name: "blog", imports: [prometheus({ middlewares: [scraper] })] })
 * ```
 */
export function prometheus(options: PrometheusOptions): Module {
  checkOptions(options, optionNames, "prometheus()")
  const { imports = [] } = options
  const middlewares = options.middlewares as readonly MiddlewareEntry[] | undefined
  if ((middlewares ?? []).length === 0) {
    const reason = "`middlewares` is empty, so that anybody could read the metrics"
    throw new Fault("OPTION_INVALID", { what: "`prometheus()`", reason })
  }
  return module({
    name: "prometheus",
    imports,
    declarations: [provide(PrometheusController, () => new PrometheusController(options))],
  })
}

/** Answers the scrapes. */
class PrometheusController {
  readonly #measures = inject(AppMetrics).observe()
  readonly #describe = inject(Describe)
  readonly #log = inject(AppLog)
  readonly #options: PrometheusOptions
  readonly #labels = workerLabels()

  constructor(options: PrometheusOptions) {
    this.#options = options
  }

  onStart(): void {
    if (this.#describe().middlewares.some(({ name }) => name === "telemetry")) return
    this.#log.warn(
      "prometheus(): requests are not measured. Add telemetry() to the middlewares of the application",
    )
  }

  routes(): readonly Route[] {
    const { path = "/metrics", middlewares } = this.#options
    return [get(path, this.show, { middlewares, about: { hidden: true }, serveWhenOverloaded: true })]
  }

  show(ctx: Context): Reply {
    const headers = ctx.response()
    headers.setHeader("cache-control", "no-store")
    // Otherwise Prometheus would reach the same worker each time.
    if (this.#labels["worker"] !== undefined) headers.setHeader("connection", "close")
    return Reply.body(200, textType, prometheusText(this.#measures(), this.#labels))
  }
}

/** Any worker may answer a scrape. Without a label, their counters would look like one that goes up and down. */
function workerLabels(): Readonly<Record<string, string>> {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } }
  const cluster = process?.getBuiltinModule?.("node:cluster") as
    | { readonly worker?: { readonly id: number } }
    | undefined
  return cluster?.worker === undefined ? {} : { worker: String(cluster.worker.id) }
}
