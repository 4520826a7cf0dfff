import type { CallSettings } from "../context/call.ts"
import type { Incoming } from "../context/incoming.ts"
import type { MiddlewareEntry } from "../context/middleware.ts"
import type { Reply } from "../context/reply.ts"
import { trustedProxies } from "../context/trusted-proxies.ts"
import type { OptionNames } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"
import { provide, type Provider } from "../inject/provider.ts"
import type { Token } from "../inject/token.ts"
import type { Module } from "../module/module.ts"
import { wire, type Wiring } from "../module/wire.ts"
import { Clock, systemClock } from "../store/clock.ts"
import { createDefaultLog } from "../log/default-log.ts"
import { guardLog } from "../log/guard-log.ts"
import { Log } from "../log/log.ts"
import { AnswerCalls } from "./answer-calls.ts"
import { AppLog } from "./app-log.ts"
import type { CompiledRoutes } from "./app-routes.ts"
import { findSecondCopy } from "./copies.ts"
import { Describe, describeBuilt } from "./describe-built.ts"
import { HealthChecks, healthChecksOf } from "./health-checks.ts"
import type { LifecycleLimits } from "./lifecycle.ts"
import { AppMetrics, Metrics } from "./metrics.ts"
import { AppOperations, Operations } from "./operations.ts"
import { partsOf, type Platform, type PlatformParts } from "./platform.ts"
import { isProduction, Production } from "./production.ts"
import { Readiness } from "./readiness.ts"
import { type CreateAnswers, plainAnswers, ScopedCalls } from "./scoped-calls.ts"
import { throwBootFault } from "./throw-boot-fault.ts"
import type { ReturnsOptions } from "./returns-field.ts"
import type { RouteField } from "./route-field.ts"
import { type ServedKind, serveKinds } from "./served-kinds.ts"
import { findWatcher, watchedAnswers } from "./watcher.ts"

/** Options of `createApp()`; `serve()`, `run()` and `createTestApp()` take them too. */
export interface AppOptions {
  /** The platform, which writes the replies: `api()`, `web()` or `cli()`. */
  readonly platform: Platform
  /** Middlewares that wrap every call of their `kinds`, also those without a route; outermost first. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /** The log that is injected as `Log`. Default: `createDefaultLog()`, on standard output; for commands on standard error. */
  readonly log?: Log
  /** Values that every module can inject without importing anything. Default: none. */
  readonly provide?: readonly Provider[]
  /** Replaces declarations of the same token, in whichever module they are. Meant for tests. Default: none. */
  readonly replace?: readonly Provider[]
  /** The greatest size of a body in bytes; a larger one gets 413. Default: 1,048,576 (1 MiB). */
  readonly bodyLimit?: number
  /** Whether to answer 405 with `Allow`, instead of 404, if a path has routes of other methods. Default: false. */
  readonly methodNotAllowed?: boolean
  /**
   * `"required"`: every route that answers requests needs a guard, a middleware with `security`; one that is public on
   * purpose has `anyone`. Otherwise boot reports `ROUTES_UNGUARDED`. Default: a route without a guard is public.
   */
  readonly guards?: "required"
  /** How the results of records with `returns` are checked. */
  readonly returns?: ReturnsOptions
  /** Fields of your own for route records. Default: none. */
  readonly fields?: readonly RouteField[]
  /** Milliseconds that each `onStart()` and `onServe()` may take. Default: 30,000. */
  readonly startHookTimeout?: number
  /** Milliseconds that each `onStop()` may take. Default: 5,000. `stopTimeout` of `serve()` limits the whole stop. */
  readonly stopHookTimeout?: number
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. Default:
   * none. Behind a proxy that is not listed, every client has the proxy's address.
   */
  readonly trustedProxies?: readonly string[]
  /** Whether the application runs in production. Default: whether `NODE_ENV` is `production`; true on an edge runtime. */
  readonly production?: boolean
}

/** The names of the options, for what takes them. */
export const appOptionNames: OptionNames<AppOptions> = {
  platform: true,
  middlewares: true,
  log: true,
  provide: true,
  replace: true,
  bodyLimit: true,
  methodNotAllowed: true,
  guards: true,
  returns: true,
  fields: true,
  startHookTimeout: true,
  stopHookTimeout: true,
  trustedProxies: true,
  production: true,
}

/** An application put together, before it is started. */
export interface BuiltApp {
  readonly wiring: Wiring
  readonly platform: PlatformParts
  readonly settings: CallSettings
  readonly limits: LifecycleLimits
  readonly readiness: Readiness
  readonly operations: Operations
  readonly measures: Metrics
  /** Each kind of calls that is answered, by name: first that of the platform. */
  readonly kinds: ReadonlyMap<string, ServedKind>
  readonly routes: CompiledRoutes
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
}

/** What is known only after every instance has been created. */
interface Whole {
  readonly operations: Operations
  readonly measures: Metrics
  /** The platform of the application, and those of engines in its modules. */
  readonly platforms: Set<PlatformParts>
  /** Chosen once, at boot: an application in which nobody asks for the call scope pays nothing for it. */
  createAnswers: CreateAnswers
  built?: BuiltApp
}

function createWhole(platform: PlatformParts): Whole {
  return {
    operations: new Operations(),
    measures: new Metrics(),
    platforms: new Set([platform]),
    createAnswers: plainAnswers,
  }
}

/** A log whose lines carry the fields of the running call. */
export interface ScopedLog {
  readonly log: Log
  /** Called if a service injects it: gives what answers calls so that it knows them, if the runtime can tell them apart. */
  use(): CreateAnswers | undefined
}

/** Makes the log that services inject, of the application's own. */
export type CreateScopedLog = (log: Log) => ScopedLog

/** Puts an application together without starting it. Raises one fault that holds all of its mistakes. */
export function buildApp(root: Module, options: AppOptions, createLog?: CreateScopedLog): BuiltApp {
  const platform = partsOf(options.platform)
  const own = settingsOf(options)
  const watcher = own.production ? undefined : findWatcher()
  const settings = { ...own, log: watcher?.log(own.log) ?? own.log }
  const readiness = new Readiness()
  const scoped = createLog?.(settings.log)
  const whole = createWhole(platform)
  const wiring = wire(root, {
    provided: [
      ...providedBy(platform, settings, readiness, whole, scoped?.log ?? settings.log),
      ...(options.provide ?? []),
    ],
    ...(options.replace && { replaced: options.replace }),
    ...(options.middlewares && { middlewares: options.middlewares }),
    ...guardsOf(options),
  })
  const second = findSecondCopy()
  // Between two copies nothing fits, so other faults would only follow from this one.
  throwBootFault(second === undefined ? wiring.faults : [second])
  if (scoped !== undefined && isInjected(wiring, Log))
    whole.createAnswers = scoped.use() ?? whole.createAnswers
  if (watcher !== undefined) whole.createAnswers = watchedAnswers(watcher, whole.createAnswers)
  const kinds = serveKinds(whole, wiring, settings, options)
  const { routes, answers } = kinds.get(platform.serves[0]!.name)!
  return (whole.built = {
    wiring,
    platform,
    settings,
    limits: {
      startHookTimeout: options.startHookTimeout ?? 30_000,
      stopHookTimeout: options.stopHookTimeout ?? 5_000,
    },
    readiness,
    operations: whole.operations,
    measures: whole.measures,
    kinds,
    routes,
    ...answers,
  })
}

/** An unknown value must not leave routes open, so it is a fault. */
function guardsOf({ guards }: AppOptions): Pick<AppOptions, "guards"> {
  if (guards === undefined) return {}
  if (guards === "required") return { guards }
  const reason = `\`guards\` is ${JSON.stringify(guards)} instead of \`"required"\``
  throw new Fault("OPTION_INVALID", { what: "`createApp()`", reason })
}

/** Whether an instance injected what every module sees under a token. */
function isInjected({ graph, order }: Wiring, wanted: Token<unknown>): boolean {
  const binding = graph.provided.bindings.get(wanted)
  return binding !== undefined && order.some(({ needs }) => needs.has(binding))
}

function settingsOf(options: AppOptions): CallSettings {
  return {
    // A command's output is data for whoever reads it; what is logged goes beside it.
    log:
      options.log === undefined
        ? createDefaultLog(options.platform.name === "cli" ? globalThis.process?.stderr : undefined)
        : guardLog(options.log),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    bodies: partsOf(options.platform).bodies,
    production: options.production ?? isProduction(),
    proxies: options.trustedProxies && trustedProxies(options.trustedProxies),
  }
}

/** What every module sees of the application itself. Some of it is complete only after boot, and is asked for then. */
function providedBy(
  own: PlatformParts,
  settings: CallSettings,
  readiness: Readiness,
  whole: Whole,
  log: Log,
): Provider[] {
  return [
    provide(Log, () => log),
    provide(AppLog, () => settings.log),
    provide(Clock, () => systemClock),
    provide(Production, () => settings.production),
    provide(Readiness, () => readiness),
    provide(AppOperations, () => whole.operations),
    provide(AppMetrics, () => whole.measures),
    provide(ScopedCalls, () => (create) => void (whole.createAnswers = create)),
    provide(HealthChecks, () => () => healthChecksOf(whole.built?.wiring.order ?? [])),
    provide(AnswerCalls, () => (given) => {
      const added = partsOf(given)
      const { name } = added.serves[0]!
      if (!own.serves.some((kind) => kind.name === name)) whole.platforms.add(added)
      const answers = () => whole.built!.kinds.get(name)!.answers
      return {
        dispatch: (incoming) => answers().dispatch(incoming),
        reject: (incoming, fault) => answers().reject(incoming, fault),
      }
    }),
    provide(Describe, () => (options) => {
      if (whole.built === undefined) throw new Fault("DESCRIBED_TOO_EARLY", {})
      return describeBuilt(whole.built, options)
    }),
  ]
}
