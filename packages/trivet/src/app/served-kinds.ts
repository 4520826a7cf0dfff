import type { CallSettings } from "../context/call.ts"
import type { Kind } from "../context/kinds.ts"
import { Fault } from "../fault/fault.ts"
import { middlewaresFor } from "../module/flat-route.ts"
import type { Wiring } from "../module/wire.ts"
import { acceptsField } from "./accepts-field.ts"
import { type CompiledRoutes, createAppRoutes } from "./app-routes.ts"
import { compileChain, type Run } from "./compile-route.ts"
import type { Dispatcher } from "./dispatch.ts"
import type { PlatformParts } from "./platform.ts"
import { returnsField, type ReturnsOptions } from "./returns-field.ts"
import type { CompiledField, RouteField } from "./route-field.ts"
import type { Answers, CreateAnswers } from "./scoped-calls.ts"
import { throwBootFault } from "./throw-boot-fault.ts"

/** What answers the calls of one kind. */
export interface ServedKind {
  readonly kind: Kind
  readonly platform: PlatformParts
  readonly routes: CompiledRoutes
  readonly answers: Answers
}

/** The options of the application that decide how calls are answered. */
export interface ServingOptions {
  readonly methodNotAllowed?: boolean
  readonly returns?: ReturnsOptions
  readonly fields?: readonly RouteField[]
}

/** Compiles the routes of each kind that one of the platforms serves, by name: every kind has a table of its own. */
export function serveKinds(
  { platforms, createAnswers }: { readonly platforms: Iterable<PlatformParts>; createAnswers: CreateAnswers },
  wiring: Wiring,
  settings: CallSettings,
  options: ServingOptions,
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
  const routes = createAppRoutes(kind, { ...wiring, middlewares }, fieldsOf(platform, options), settings)
  const wrap = (inner: Run) => compileChain(middlewares, inner, settings)
  const notFound = routes.notFound(options.methodNotAllowed ?? false)
  const dispatcher: Dispatcher = {
    kind: kind.name,
    table: routes.table,
    platform,
    settings,
    rejected: (thrown) => wrap(() => raise(thrown)),
    notFound,
    raiseNotFound: middlewares.length === 0 ? undefined : wrap((call) => raise(notFound(call))),
  }
  return { routes, dispatcher }
}

function fieldsOf(platform: PlatformParts, options: ServingOptions): readonly CompiledField[] {
  // The first stands outside: `returns` holds a handler to its data, not to what a view has made of it.
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
