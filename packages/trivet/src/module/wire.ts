import type { Middleware, MiddlewareEntry } from "../context/middleware.ts"
import { Fault, isFault } from "../fault/fault.ts"
import { kindOf, reasonOf } from "../fault/kind-of.ts"
import { Binding, Container } from "../inject/container.ts"
import type { Provider } from "../inject/provider.ts"
import { checkRoutes } from "./routes/check-routes.ts"
import { createOwnerFinder } from "./create-owner-finder.ts"
import { type FlatRoute, type PlacedMiddleware, titleOfRoute, writtenOf } from "./routes/flat-route.ts"
import { flattenRoutes, isMiddlewareEntry, type RouteLeaf } from "./routes/flatten-routes.ts"
import type { ModuleGraph, ModuleNode } from "./module-node.ts"
import type { Hooks, Module } from "./module.ts"
import { readModules } from "./read-modules.ts"

/** The parts of an application besides its modules. */
export interface WireOptions {
  /** Providers that every module can inject without an import. */
  readonly provided?: readonly Provider[]
  /** Replaces declarations of the same token in any module. */
  readonly replaced?: readonly Provider[]
  /** Wrap every call, including those without a route. Classes are created in the root module. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /** Whether each route for requests must have a guard. */
  readonly guards?: "required"
}

/** A built application that is not started. It must not be started if it has faults. */
export interface Wiring {
  readonly graph: ModuleGraph
  /** All instances; dependencies come before their dependents. */
  readonly order: readonly Binding[]
  readonly routes: readonly FlatRoute[]
  readonly middlewares: readonly PlacedMiddleware[]
  readonly guards: "required" | undefined
  readonly faults: readonly Fault[]
}

/** Creates every instance of an application and reads its routes. Faults are collected, not thrown. */
export function wire(root: Module, options: WireOptions = {}): Wiring {
  const graph = readModules(root, options.provided ?? [], options.replaced)
  const container = new Container()
  const modules = [graph.provided, ...graph.modules]
  for (const node of modules)
    for (const binding of node.bindings.values()) if (!binding.lazy) container.instanceOf(binding)
  const makeMiddleware = createMiddlewareMaker(container)
  const rootNode = graph.modules.at(-1) ?? graph.provided
  const middlewares = (options.middlewares ?? [])
    .filter((entry) => {
      const valid = isMiddlewareEntry(entry)
      if (!valid) container.faults.push(middlewareFault("the application", entry))
      return valid
    })
    .map((entry) => makeMiddleware(entry, rootNode))
  const findOwner = createOwnerFinder(container.order)
  const routes: FlatRoute[] = []
  for (const module of modules) {
    for (const controller of module.bindings.values()) {
      for (const leaf of leavesOf(controller, container)) {
        const { kind, method, path, pattern, handler, record } = leaf
        const placed = leaf.entries.map((entry) => makeMiddleware(entry, module))
        const self = record.owner ?? (controller.instance as object)
        const other =
          self === controller.instance ? undefined : container.order.find((one) => one.instance === self)
        const answers = { controller: other ?? controller, handler, middlewares: placed }
        const route = { kind, method, path, pattern, ...answers, module, record }
        routes.push(route)
        const owner = findOwner(handler, self)
        if (owner !== undefined) container.faults.push(handlerFault(route, owner))
      }
    }
  }
  const { guards } = options
  const faults = [...graph.faults, ...container.faults, ...checkRoutes(routes, { middlewares, guards })]
  return { graph, order: inOrderOfNeed(container.order), routes, middlewares, guards, faults }
}

/**
 * Sorts the instances so that what `routes()` injected also comes before its controller, although it was created later.
 * An instance with two tokens is listed once, under the first; otherwise its hooks would run twice.
 */
function inOrderOfNeed(made: readonly Binding[]): readonly Binding[] {
  const ordered: Binding[] = []
  const instances = new Set<unknown>()
  const seen = new Set<Binding>()
  const place = (binding: Binding): void => {
    if (seen.has(binding)) return
    seen.add(binding)
    binding.needs.forEach(place)
    if (binding.state !== "made" || instances.has(binding.instance)) return
    if (typeof binding.instance === "object") instances.add(binding.instance)
    ordered.push(binding)
  }
  made.forEach(place)
  return ordered
}

function leavesOf(controller: Binding, container: Container): readonly RouteLeaf[] {
  const hooks = controller.instance as Hooks | undefined
  if (controller.state !== "made" || typeof hooks !== "object" || typeof hooks?.routes !== "function")
    return []
  const known = container.faults.length
  try {
    const records: unknown = container.run(controller.scope, controller, () => hooks.routes?.())
    return flattenRoutes({ name: controller.name, routes: hooks.routes }, records, container.faults)
  } catch (cause) {
    if (isFault(cause)) {
      if (cause.subject === undefined) cause.about(hooks.routes)
      container.faults.push(cause)
    } else if (container.faults.length === known) {
      const details = { controller: controller.name, reason: reasonOf(cause) }
      container.faults.push(new Fault("ROUTES_FAILED", details, { cause, subject: hooks.routes }))
    }
    return []
  }
}

function handlerFault(route: FlatRoute, owner: string): Fault {
  const details = { route: titleOfRoute(route), controller: route.controller.name, owner }
  return new Fault("HANDLER_OF_ANOTHER_OBJECT", details, writtenOf(route))
}

/** Creates one instance of each class per module, or uses the declared one if it is visible in the module. */
function createMiddlewareMaker(
  container: Container,
): (entry: MiddlewareEntry, node: ModuleNode) => PlacedMiddleware {
  const made = new Map<ModuleNode, Map<MiddlewareEntry, Binding>>()
  return (entry, node) => {
    if (typeof entry !== "function") return { name: nameOfMiddleware(entry), instance: entry }
    const inModule = made.get(node) ?? new Map<MiddlewareEntry, Binding>()
    made.set(node, inModule)
    const known = inModule.get(entry)
    if (known !== undefined) return placedBy(known, container.instanceOf(known))
    const declared = node.find(entry, "")
    const binding =
      declared instanceof Binding ? declared : new Binding(entry, node, () => new entry(), entry)
    inModule.set(entry, binding)
    const instance = container.instanceOf(binding) as Middleware
    if (binding.state === "made" && typeof instance.handle !== "function")
      container.faults.push(middlewareFault(`module \`${node.name}\``, entry))
    return placedBy(binding, instance)
  }
}

/** A middleware that was created by injection. */
export function placedBy(binding: Binding, instance: unknown): PlacedMiddleware {
  return { name: binding.name, instance: instance as Middleware, binding }
}

function middlewareFault(place: string, entry: unknown): Fault {
  return new Fault("MIDDLEWARE_INVALID", { place, entry: kindOf(entry) }, { subject: entry })
}

/** The name of a middleware object: its own name, else that of its class. */
export function nameOfMiddleware(middleware: Middleware): string {
  if (typeof middleware.name === "string" && middleware.name !== "") return middleware.name
  const { name } = middleware.constructor
  return name === "Object" || name === "" ? "(middleware)" : name
}
