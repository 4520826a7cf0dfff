import type { CallSettings } from "../context/call.ts"
import { throwBootFault } from "../fault/throw-boot-fault.ts"
import type { Token } from "../inject/token.ts"
import { Log } from "../log/log.ts"
import type { Module } from "../module/module.ts"
import { wire, type Wiring } from "../module/wire.ts"
import { type AppOptions, callSettings, guardsOption } from "./app-options.ts"
import { findWatcher, watchedAnswers, type Watcher } from "./describe/watcher.ts"
import { CurrentCallScope } from "./dispatch/call-scope.ts"
import { type Answers, plainAnswers } from "./dispatch/dispatch.ts"
import { findCallScope } from "./dispatch/find-call-scope.ts"
import { partsOf, type PlatformParts } from "./dispatch/platform.ts"
import { scopedAnswers } from "./dispatch/scoped-answers.ts"
import { EnginePlatforms } from "./engine-platforms.ts"
import type { LifecycleLimits } from "./lifecycle.ts"
import { Metrics } from "./metrics/metrics.ts"
import { Operations } from "./metrics/operations.ts"
import { providedBy } from "./provided.ts"
import { Readiness } from "./readiness.ts"
import type { CompiledRoutes } from "./routes/app-routes.ts"
import { type CreateAnswers, type ServedKind, serveKinds } from "./routes/served-kinds.ts"
import { Fault } from "../fault/fault.ts"
import { copiesKey } from "../fault/global-keys.ts"
import { ownFolder } from "../fault/own-folder.ts"
import { findMixedVersions } from "../fault/package-versions.ts"
import { version } from "../fault/version.ts"
import { shortPath } from "../fault/place/short-path.ts"

/** An application that is built but not started. */
export interface BuiltApp extends Answers {
  readonly wiring: Wiring
  readonly platform: PlatformParts
  readonly settings: CallSettings
  readonly limits: LifecycleLimits
  readonly readiness: Readiness
  readonly operations: Operations
  readonly metrics: Metrics
  /** The kinds of calls that are answered, by name, the platform's own first. */
  readonly kinds: ReadonlyMap<string, ServedKind>
  readonly routes: CompiledRoutes
}

/** Builds an application without starting it. Throws one fault that contains all errors. */
export function buildApp(root: Module, options: AppOptions): BuiltApp {
  const platform = partsOf(options.platform)
  const own = callSettings(options)
  const watcher = own.production ? undefined : findWatcher()
  const settings = { ...own, log: watcher?.log(own.log) ?? own.log }
  const parts = {
    settings,
    readiness: new Readiness(),
    operations: new Operations(),
    // The management port of `serve()` reads them.
    metrics: new Metrics("management" in options),
    platforms: new EnginePlatforms(platform),
  }
  // Services need the whole application after boot: for its description and its health checks.
  let built: BuiltApp | undefined
  const wiring = wire(root, {
    provided: [...providedBy(parts, () => built), ...(options.provide ?? [])],
    ...(options.replace && { replaced: options.replace }),
    ...(options.middlewares && { middlewares: options.middlewares }),
    ...guardsOption(options),
  })
  const wrong = findSecondCopy() ?? findMixed()
  // A second copy of trivet, or a package of another version, causes other faults, so it is reported alone.
  throwBootFault(wrong === undefined ? wiring.faults : [wrong])
  const kinds = serveKinds(parts.platforms.all, wiring, settings, options, chooseAnswers(wiring, watcher))
  parts.platforms.connect(kinds)
  const { routes, answers } = kinds.get(platform.serves[0]!.name)!
  return (built = {
    ...parts,
    wiring,
    platform,
    limits: {
      startHookTimeout: options.startHookTimeout ?? 30_000,
      stopHookTimeout: options.stopHookTimeout ?? 5_000,
    },
    kinds,
    routes,
    ...answers,
  })
}

/** How all calls are answered: plain, or in a scope if a service injects the log or the scope; watched by a tool. */
function chooseAnswers(wiring: Wiring, watcher: Watcher | undefined): CreateAnswers {
  const usesScope = isInjected(wiring, Log) || isInjected(wiring, CurrentCallScope)
  const scope = usesScope ? findCallScope() : undefined
  const create: CreateAnswers =
    scope === undefined ? plainAnswers : (dispatcher) => scopedAnswers(scope, dispatcher)
  return watcher === undefined ? create : watchedAnswers(watcher, create)
}

/** Whether any instance injects a token that the application provides. */
function isInjected({ graph, order }: Wiring, wanted: Token<unknown>): boolean {
  const binding = graph.provided.bindings.get(wanted)
  return binding !== undefined && order.some(({ needs }) => needs.has(binding))
}

const globals = globalThis as { [copiesKey]?: Set<string> }
const copies = (globals[copiesKey] ??= new Set())
copies.add(ownFolder ?? `copy ${copies.size + 1}, without an address`)

/** A fault if this process has loaded trivet from two places: one copy does not recognize the objects of the other. */
function findSecondCopy(): Fault | undefined {
  if (copies.size < 2) return undefined
  return new Fault("TWO_COPIES", { copies: [...copies].map(shortPath).join(" and ") })
}

/** A fault if a package of Trivet has another version: what packages expect of each other may change with each version. */
function findMixed(): Fault | undefined {
  const mixed = findMixedVersions()
  return mixed === "" ? undefined : new Fault("VERSIONS_MIXED", { version, mixed })
}
