import type { CallSettings } from "../context/call.ts"
import { engineAppKey } from "../fault/global-keys.ts"
import type { Wiring } from "../module/wire.ts"
import type { App } from "./app.ts"
import type { Answers } from "./dispatch/dispatch.ts"
import type { PlatformParts } from "./dispatch/platform.ts"
import type { Metrics } from "./metrics/metrics.ts"
import type { Operations } from "./metrics/operations.ts"
import type { Readiness } from "./readiness.ts"
import type { CompiledRoutes } from "./routes/app-routes.ts"
import type { ServedKind } from "./routes/served-kinds.ts"

/** A started application as engines use it: they pass each call as `Incoming` and get a `Reply`. */
export interface EngineApp extends Answers {
  readonly settings: CallSettings
  readonly platform: PlatformParts
  /** The kinds of calls that are answered, by name, the platform's own first. */
  readonly kinds: ReadonlyMap<string, ServedKind>
  readonly routes: CompiledRoutes
  readonly wiring: Wiring
  readonly metrics: Metrics
  readonly operations: Operations
  readonly readiness: Readiness
  startServing(only?: string): Promise<void>
  stop(): Promise<void>
}

/** The application as engines use it. */
export function engineAppOf(app: App): EngineApp {
  return (app as App & { readonly [engineAppKey]: EngineApp })[engineAppKey]
}

/** Whether something is an application. */
export function isApp(given: unknown): given is App {
  return typeof given === "object" && given !== null && engineAppKey in given
}

/** The names of data that services keep in memory only (`inMemory`). */
export function namesInMemory({ wiring }: EngineApp): readonly string[] {
  const kept = wiring.order.map(
    ({ instance }) => (instance as { readonly inMemory?: unknown } | null)?.inMemory,
  )
  return [...new Set(kept.filter((name) => typeof name === "string"))]
}
