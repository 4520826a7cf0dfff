import type { Call, CallSettings } from "../../context/call.ts"
import type { Kind } from "../../context/kinds.ts"
import { Fault } from "../../fault/fault.ts"
import { middlewaresFor } from "../../module/routes/flat-route.ts"
import type { Wiring } from "../../module/wire.ts"
import { acceptsField } from "./accepts-field.ts"
import { type CompiledRoutes, createAppRoutes } from "./app-routes.ts"
import type { Run } from "../dispatch/compiled-route.ts"
import { compileChain } from "./compile-route.ts"
import type { Answers, Dispatcher } from "../dispatch/dispatch.ts"
import type { PlatformParts } from "../dispatch/platform.ts"
import { returnsField, type ReturnsOptions } from "./returns-field.ts"
import type { CompiledField, RouteField } from "../dispatch/route-field.ts"
import { throwBootFault } from "../../fault/throw-boot-fault.ts"

/** The platform, routes and answers for calls of one kind. */
export interface ServedKind {
  readonly kind: Kind
  readonly platform: PlatformParts
  readonly routes: CompiledRoutes
  readonly answers: Answers
}

/** Creates the answers for one kind: plain, in a scope, or observed by a tool, as decided at boot. */
export type CreateAnswers = (dispatcher: Dispatcher) => Answers

/** The options of the application that decide how calls are answered. */
export interface ServingOptions {
  readonly methodNotAllowed?: boolean
  readonly returns?: ReturnsOptions
  readonly fields?: readonly RouteField[]
}

/**
 * Compiles the routes of each kind that a platform serves. The result is keyed by the kind's name; every kind has its
 * own table.
 */
export function serveKinds(
  platforms: Iterable<PlatformParts>,
  wiring: Wiring,
  settings: CallSettings,
  options: ServingOptions,
  createAnswers: CreateAnswers,
): ReadonlyMap<string, ServedKind> {
  const kinds = new Map<string, ServedKind>()
  for (const platform of platforms) {
    for (const kind of platform.serves) {
      const first = kinds.get(kind.name)?.platform.name
      if (first !== undefined)
        throwBootFault([new Fault("KIND_SERVED_TWICE", { kind: kind.name, first, second: platform.name })])
      const { routes, dispatcher } = serveKind(kind, platform, wiring, settings, options)
      kinds.set(kind.name, { kind, platform, routes, answers: createAnswers(dispatcher) })
    }
  }
  return kinds
}

function serveKind(
  kind: Kind,
  platform: PlatformParts,
  wiring: Wiring,
  settings: CallSettings,
  options: ServingOptions,
): { readonly routes: CompiledRoutes; readonly dispatcher: Dispatcher } {
  const middlewares = middlewaresFor(kind, wiring.middlewares)
  const fields = routeFieldsOf(platform, options)
  const write = (result: unknown, call: Call) => platform.reply(result, call)
  const routes = createAppRoutes(kind, { ...wiring, middlewares }, fields, settings, write)
  const wrap = (inner: Run) => compileChain(middlewares, inner, settings)
  const { methodNotAllowed = false } = options
  const notFound = routes.notFound(methodNotAllowed)
  const failMissing = (call: Call) => platform.fail(notFound(call), call)
  const dispatcher: Dispatcher = {
    kind: kind.name,
    table: routes.table,
    platform,
    settings,
    rejected: (thrown) => wrap(() => raise(thrown)),
    missing: (!methodNotAllowed && platform.missing) || failMissing,
    raiseMissing: middlewares.length === 0 ? undefined : wrap((call) => raise(notFound(call))),
  }
  return { routes, dispatcher }
}

function routeFieldsOf(platform: PlatformParts, options: ServingOptions): readonly CompiledField[] {
  // The first field is outermost: `returns` must check the handler's data, before a view renders it.
  return [
    ...(platform.fields ?? []),
    acceptsField,
    returnsField(options.returns, platform.errors !== undefined),
    ...((options.fields ?? []) as unknown as readonly CompiledField[]),
  ]
}

function raise(thrown: unknown): never {
  throw thrown
}
