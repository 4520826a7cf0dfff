import type { Call } from "../context/call.ts"
import { Fault, isFault } from "../fault/fault.ts"
import { type FlatRoute, titleOf } from "../module/flat-route.ts"
import type { Method } from "../module/route.ts"
import type { Wiring } from "../module/wire.ts"
import { parsePattern } from "../router/pattern.ts"
import { findMethods, resolve } from "../router/resolve.ts"
import { addRoute, createRouteTable, removeRoute, type RouteTable } from "../router/route-table.ts"
import { compileChain, compileHandler, type Run } from "./compile-route.ts"
import type { CompiledRoute } from "./dispatch.ts"
import { refuseBoot } from "./refuse-boot.ts"
import type { RouteField } from "./route-field.ts"

/** The route table of an application. It may change while the application runs; modules and injection may not. */
export interface AppRoutes {
  readonly table: RouteTable<CompiledRoute>
  /** Adds a route that any function answers. The application's own middlewares wrap it. */
  add(method: Method, path: string, handler: (call: Call) => unknown): void
  /** Removes a route; false if there was none. */
  remove(method: Method, path: string): boolean
  /** Whether a call is for a route that is answered also in overload. Asked only then. */
  isVital(method: string, path: string): boolean
  /** What answers calls without a route. */
  notFound(methodNotAllowed: boolean): Run
}

/** Compiles the routes that a platform serves. Raises one fault that holds all that their fields refuse. */
export function createAppRoutes(
  wiring: Wiring,
  serves: "methods" | "commands",
  fields: readonly RouteField[],
  settings: { readonly production: boolean },
): AppRoutes {
  const table = createRouteTable<CompiledRoute>()
  const compile = (route: FlatRoute) => compileRoute(route, wiring, fields, settings)
  const faults: Fault[] = []
  for (const route of wiring.routes) {
    if ((route.method === undefined) !== (serves === "commands")) continue
    try {
      addRoute(table, route.method ?? "", route.pattern, compile(route))
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(error)
    }
  }
  refuseBoot(faults)
  return {
    table,
    add: (method, path, handler) => {
      const run = compileChain(wiring.middlewares, handler)
      const compiled = { path, controller: "(added at run time)", run, vital: false }
      const present = addRoute(table, method, parsePattern(path), compiled)
      if (present === undefined) return
      const names = { firstController: present.controller, secondController: compiled.controller }
      throw new Fault("ROUTE_CONFLICT", {
        first: titleOf(method, present.path),
        second: titleOf(method, path),
        ...names,
      })
    },
    remove: (method, path) => removeRoute(table, method, parsePattern(path)),
    isVital: (method, path) => isVital(table, method, path),
    notFound: (methodNotAllowed) => (call) => refuse(table, call, methodNotAllowed),
  }
}

function compileRoute(
  route: FlatRoute,
  wiring: Wiring,
  fields: readonly RouteField[],
  settings: { readonly production: boolean },
): CompiledRoute {
  const handler = compileHandler(route.handler, route.record.owner ?? route.controller.instance)
  const inner = fields
    .filter((field) => field.name in route.record)
    .reduceRight<Run>((run, field) => field.compile(route, run, settings), handler)
  const run = compileChain([...wiring.middlewares, ...route.middlewares], inner)
  return { path: route.path, controller: route.controller.name, run, vital: route.record.vital === true }
}

function isVital(table: RouteTable<CompiledRoute>, method: string, path: string): boolean {
  try {
    const match = resolve(table, method, path)
    if (match !== undefined || method !== "HEAD") return match?.value.vital ?? false
    return resolve(table, "GET", path)?.value.vital ?? false
  } catch {
    // A malformed escape: whoever sends it can wait.
    return false
  }
}

function refuse(table: RouteTable<CompiledRoute>, call: Call, methodNotAllowed: boolean): never {
  const { method, path } = call
  const methods = methodNotAllowed ? findMethods(table, path) : []
  if (methods.length === 0) throw new Fault("NOT_FOUND", { method, path })
  const allow = [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].join(", ")
  throw new Fault("METHOD_NOT_ALLOWED", { method, path, allow }, { headers: { allow } })
}
