import {
  type App,
  type AppOptions,
  callLog,
  cors,
  createApp,
  createJsonLog,
  module,
  type Module,
  provide,
  requestId,
  securityHeaders,
} from "trivet"
import type { Declaration } from "trivet/extend"
import { api } from "trivet/api"
import type { LogLine } from "trivet/testing"
import { BodyController } from "./controllers/body-controller.ts"
import { ContextController } from "./controllers/context-controller.ts"
import { HooksController } from "./controllers/hooks-controller.ts"
import { ReturnedController } from "./controllers/returned-controller.ts"
import { RouteController } from "./controllers/route-controller.ts"
import { LogLines, Running, ServiceController } from "./controllers/service-controller.ts"
import { ThrownController } from "./controllers/thrown-controller.ts"
import { Marks } from "./middlewares.ts"
import { Outcomes } from "./outcomes.ts"
import { ScopeCheck } from "./scope-check.ts"

/**
 * The application comes in three makes. `plain` has nothing around its routes, so most replies take the short way through
 * the engines; `full` has every middleware of an HTTP service around every call, and answers 405; `scoped` is `full` with
 * its calls in a scope.
 */
export type Make = "plain" | "full" | "scoped"

export const makes: readonly Make[] = ["plain", "full", "scoped"]

/** The most bytes of a body that the application reads. */
const bodyLimit = 2_000

const full: Partial<AppOptions> = {
  methodNotAllowed: true,
  middlewares: [
    requestId(),
    callLog(),
    securityHeaders({ "x-frame-options": false, "x-extra": "yes" }),
    cors({ origin: ["https://app.example"], credentials: true, exposed: ["x-request-id"] }),
    new Marks("app"),
  ],
}

const scoped: Partial<AppOptions> = { ...full, middlewares: [ScopeCheck, ...full.middlewares!] }

/**
 * What an application of one make is made of. `started` hands it the running application. `more` is what not every runtime
 * can load. Nothing here imports `trivet/testing`, which needs Node.
 */
export function blueprintOf(
  make: Make,
  more: readonly Declaration[] = [],
): {
  readonly root: Module
  readonly options: AppOptions
  readonly started: (app: App) => void
} {
  const lines: LogLine[] = []
  const log = createJsonLog({ level: "trace", write: (line) => lines.push(JSON.parse(line) as LogLine) })
  const running: { app?: App } = {}
  const root = module({
    name: `conformance-${make}`,
    declarations: [
      BodyController,
      ContextController,
      HooksController,
      Outcomes,
      ReturnedController,
      RouteController,
      ServiceController,
      ThrownController,
      ...(make === "scoped" ? [ScopeCheck] : []),
      ...more,
      provide(LogLines, () => lines),
      provide(Running, () => running),
    ],
  })
  const options = {
    platform: api(),
    log,
    bodyLimit,
    production: false,
    ...(make === "full" && full),
    ...(make === "scoped" && scoped),
  }
  return { root, options, started: (app) => void (running.app = app) }
}

/** Starts an application of one make. */
export async function createConformanceApp(make: Make, more: readonly Declaration[] = []): Promise<App> {
  const { root, options, started } = blueprintOf(make, more)
  const app = await createApp(root, options)
  started(app)
  return app
}
