import type { CallSettings } from "../context/call.ts"
import { Fault } from "../fault/fault.ts"
import { provide, type Provider } from "../inject/provider.ts"
import { Log } from "../log/log.ts"
import { Clock, systemClock } from "../store/clock.ts"
import { AppLog } from "./app-log.ts"
import { Production } from "./config/production.ts"
import { Describe } from "./describe/app-description.ts"
import { type DescribableApp, describeBuilt } from "./describe/describe-app.ts"
import { CurrentCallScope } from "./dispatch/call-scope.ts"
import { findCallScope } from "./dispatch/find-call-scope.ts"
import { EnginePlatforms } from "./engine-platforms.ts"
import { HealthChecks, healthChecksOf } from "./metrics/health-checks.ts"
import { AppMetrics, type Metrics } from "./metrics/metrics.ts"
import { AppOperations, type Operations } from "./metrics/operations.ts"
import { Readiness } from "./readiness.ts"
import { createScopedLog } from "./scoped-log.ts"

/** The parts of an application that exist before its services. */
export interface ProvidedParts {
  readonly settings: CallSettings
  readonly readiness: Readiness
  readonly operations: Operations
  readonly metrics: Metrics
  readonly platforms: EnginePlatforms
}

/** The providers that every module can inject without an import. `built` returns the application once it is built. */
export function providedBy(
  { settings, readiness, operations, metrics, platforms }: ProvidedParts,
  built: () => DescribableApp | undefined,
): Provider[] {
  return [
    provide(Log, () => createScopedLog(settings.log)),
    provide(AppLog, () => settings.log),
    provide(Clock, () => systemClock),
    provide(Production, () => settings.production),
    provide(Readiness, () => readiness),
    provide(AppOperations, () => operations),
    provide(AppMetrics, () => metrics),
    provide(CurrentCallScope, () => findCallScope),
    provide(EnginePlatforms, () => platforms),
    provide(HealthChecks, () => () => healthChecksOf(built()?.wiring.order ?? [])),
    provide(Describe, () => (options) => {
      const app = built()
      if (app === undefined) throw new Fault("DESCRIBED_TOO_EARLY", {})
      return describeBuilt(app, options)
    }),
  ]
}
