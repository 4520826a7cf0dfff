import type { Middleware, Security } from "../context/middleware.ts"
import { type Locator, openLocator } from "../fault/locate.ts"
import type { Binding } from "../inject/container.ts"
import { isProvider } from "../inject/provider.ts"
import { type NamedToken, nameOfToken, token } from "../inject/token.ts"
import { type FlatRoute, type PlacedMiddleware, writtenOf } from "../module/flat-route.ts"
import { type Hooks, placeOfModule } from "../module/module.ts"
import type { ModuleNode } from "../module/module-node.ts"
import type { Route } from "../module/route.ts"
import type { Wiring } from "../module/wire.ts"
import type { ErrorFormat } from "./error-format.ts"
import type { PlatformParts } from "./platform.ts"

/** A whole application as plain data: what lists, explains, checks and documents it reads this. */
export interface AppDescription {
  readonly platform: string
  /** The form of errors that the application gave; `undefined` for the default one. */
  readonly errors: ErrorFormat | undefined
  /** What wraps every call, also those that find no route. */
  readonly middlewares: readonly MiddlewareDescription[]
  readonly modules: readonly ModuleDescription[]
  readonly routes: readonly RouteDescription[]
}

/** A module, and what it declares. */
export interface ModuleDescription {
  readonly name: string
  readonly where: string | undefined
  readonly imports: readonly string[]
  readonly exports: readonly string[]
  readonly declarations: readonly DeclarationDescription[]
}

/** Something declared, and whom it injects. */
export interface DeclarationDescription {
  readonly name: string
  readonly kind: "controller" | "middleware" | "service" | "provider"
  readonly where: string | undefined
  /** The names of what it asked for while it was made, each with its module. */
  readonly injects: readonly InjectedDescription[]
  /** The hooks that it has. */
  readonly hooks: readonly ("onStart" | "onServe" | "onStop" | "onHealth")[]
}

/** Something that was asked for, and the module that declares it; what the application provides is in `(application)`. */
export interface InjectedDescription {
  readonly name: string
  readonly module: string
}

/** A middleware on a route's way, and what it says of itself. */
export interface MiddlewareDescription {
  readonly name: string
  readonly where: string | undefined
  /** The module that declares it, or for whose routes it was made; `undefined` for a ready object. */
  readonly module: string | undefined
  readonly injects: readonly InjectedDescription[]
  readonly provides: readonly string[]
  /** The credentials that it asks for; one of them is enough. */
  readonly security: readonly Security[]
  /** The errors that it may answer itself, by status. */
  readonly answers: Readonly<Record<number, string>>
}

/** A route with everything on its way. */
export interface RouteDescription {
  /** `undefined` for a command. */
  readonly method: string | undefined
  readonly path: string
  readonly served: boolean
  readonly controller: string
  readonly handler: string
  /** Where its handler was written. */
  readonly where: string | undefined
  /** Where its record was written, in `routes()` of its controller. */
  readonly declaredAt: string | undefined
  readonly module: string
  readonly middlewares: readonly MiddlewareDescription[]
  /** Everything the middlewares on its way provide. */
  readonly provides: readonly string[]
  /** The record as it was written, for whoever owns a further field of it. */
  readonly record: Route<string>
}

/**
 * Gives the description of the running application: `readonly #describe = inject(Describe)`. Call it when it is needed;
 * while the application is still being put together there is nothing to describe.
 */
export const Describe: NamedToken<() => AppDescription> = token<() => AppDescription>("Describe")

/** Describes an application that has been put together. */
export function describeBuilt(
  {
    wiring,
    platform,
  }: { readonly wiring: Wiring; readonly platform: Pick<PlatformParts, "name" | "serves" | "errors"> },
  options: { readonly places?: boolean } = {},
): AppDescription {
  const locator: Locator =
    options.places === true ? openLocator() : { locate: () => undefined, close: () => undefined }
  try {
    return {
      platform: platform.name,
      errors: platform.errors,
      middlewares: wiring.middlewares.map((one) => describeMiddleware(one, locator)),
      modules: wiring.graph.modules.map((node) => describeModule(node, locator)),
      routes: wiring.routes.map((route) =>
        describeRoute(route, wiring.middlewares, platform.serves, locator),
      ),
    }
  } finally {
    locator.close()
  }
}

function describeModule(node: ModuleNode, locator: Locator): ModuleDescription {
  return {
    name: node.name,
    where: placeOfModule(node.record),
    imports: node.imports.map((imported) => imported.name),
    exports: [...node.exports].map(nameOfToken),
    declarations: [...node.bindings.values()].map((binding) => describeBinding(binding, node, locator)),
  }
}

function describeBinding(binding: Binding, node: ModuleNode, locator: Locator): DeclarationDescription {
  const list = node.record.declarations
  const written = (typeof list === "function" ? list() : list) ?? []
  const provided = written.some((entry) => isProvider(entry) && entry.token === binding.token)
  const hooks = binding.instance as (Hooks & Partial<Middleware>) | null | undefined
  const isController = typeof hooks?.routes === "function"
  const isMiddleware = typeof hooks?.handle === "function"
  return {
    name: binding.name,
    kind: isController ? "controller" : isMiddleware ? "middleware" : provided ? "provider" : "service",
    where: locator.locate(binding.written),
    injects: injectedBy(binding),
    hooks: (["onStart", "onServe", "onStop", "onHealth"] as const).filter(
      (hook) => typeof hooks?.[hook] === "function",
    ),
  }
}

function injectedBy(binding: Binding | undefined): InjectedDescription[] {
  return [...(binding?.needs ?? [])].map((needed) => ({ name: needed.name, module: needed.scope.name }))
}

function describeMiddleware(
  { name, instance, binding }: PlacedMiddleware,
  locator: Locator,
): MiddlewareDescription {
  return {
    name,
    where: locator.locate(binding?.written ?? instance.handle),
    module: binding?.scope.name,
    injects: injectedBy(binding),
    provides: [...(instance.provides ?? [])],
    security: [instance.security ?? []].flat(),
    answers: { ...instance.answers },
  }
}

function describeRoute(
  route: FlatRoute,
  outermost: readonly PlacedMiddleware[],
  serves: "methods" | "commands",
  locator: Locator,
): RouteDescription {
  const middlewares = [...outermost, ...route.middlewares].map((one) => describeMiddleware(one, locator))
  const { subject, marks } = writtenOf(route)
  return {
    method: route.method,
    path: route.path,
    served: (route.method === undefined) === (serves === "commands"),
    controller: route.controller.name,
    handler: route.handler.name,
    where: locator.locate(route.handler),
    declaredAt: locator.locate(subject, marks),
    module: route.module.name,
    middlewares,
    provides: [...new Set(middlewares.flatMap((middleware) => middleware.provides))],
    record: route.record,
  }
}
