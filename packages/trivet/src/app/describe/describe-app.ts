import type { Middleware } from "../../context/middleware.ts"
import { type Locator, openLocator } from "../../fault/place/locate.ts"
import type { Binding } from "../../inject/container.ts"
import { isProvider } from "../../inject/provider.ts"
import { nameOfToken } from "../../inject/token.ts"
import {
  type FlatRoute,
  middlewaresFor,
  type PlacedMiddleware,
  writtenOf,
} from "../../module/routes/flat-route.ts"
import { type Hooks, placeOfModule } from "../../module/module.ts"
import type { ModuleNode } from "../../module/module-node.ts"
import type { Wiring } from "../../module/wire.ts"
import type {
  AppDescription,
  DeclarationDescription,
  InjectedDescription,
  MiddlewareDescription,
  ModuleDescription,
  RouteDescription,
} from "./app-description.ts"
import { describeAccess } from "./describe-access.ts"
import type { PlatformParts } from "../dispatch/platform.ts"

/** The parts of an application that its description needs. */
export interface DescribableApp {
  readonly wiring: Wiring
  readonly platform: Pick<PlatformParts, "name" | "errors">
  readonly kinds: ReadonlyMap<string, unknown>
}

/** Describes a built application. */
export function describeBuilt(
  { wiring, platform, kinds }: DescribableApp,
  options: { readonly places?: boolean } = {},
): AppDescription {
  const locator: Locator =
    options.places === true ? openLocator() : { locate: () => undefined, close: () => undefined }
  try {
    return {
      platform: platform.name,
      errors: platform.errors,
      kinds: [...kinds.keys()],
      middlewares: wiring.middlewares.map((one) => describeMiddleware(one, locator)),
      modules: wiring.graph.modules.map((node) => describeModule(node, locator)),
      routes: wiring.routes.map((route) =>
        describeRoute(route, wiring.middlewares, kinds.has(route.kind.name), locator),
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
    allows: instance.allows,
    answers: { ...instance.answers },
    requiredHeaders: { ...instance.requiredHeaders },
    kinds: instance.kinds,
  }
}

function describeRoute(
  route: FlatRoute,
  outermost: readonly PlacedMiddleware[],
  served: boolean,
  locator: Locator,
): RouteDescription {
  const placed = [...middlewaresFor(route.kind, outermost), ...route.middlewares]
  const middlewares = placed.map((one) => describeMiddleware(one, locator))
  const { subject, marks } = writtenOf(route)
  const declaredAt = locator.locate(subject, marks)
  return {
    kind: route.kind.name,
    method: route.method,
    path: route.path,
    served,
    controller: route.controller.name,
    handler: route.handler.name,
    // A bound function has no source location.
    where: locator.locate(route.handler) ?? declaredAt,
    declaredAt,
    module: route.module.name,
    middlewares,
    provides: [...new Set(middlewares.flatMap((middleware) => middleware.provides))],
    access: describeAccess(placed.map(({ instance }) => instance)),
    record: route.record,
  }
}
