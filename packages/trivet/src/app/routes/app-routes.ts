import type { Call } from "../../context/call.ts"
import type { Kind } from "../../context/kinds.ts"
import { Fault, isFault } from "../../fault/fault.ts"
import { type FlatRoute, titleOf } from "../../module/routes/flat-route.ts"
import type { CheckedRoute, ListedRoute } from "../../module/routes/checked-routes.ts"
import type { Method } from "../../module/routes/route.ts"
import type { Wiring } from "../../module/wire.ts"
import { parsePattern } from "../../router/pattern.ts"
import { findMatch, findMethods } from "../../router/resolve.ts"
import { createRouteTable, type RouteTable } from "../../router/route-table.ts"
import { readAddedRoutes } from "./added-routes.ts"
import { createTableFiller, type TableFiller } from "./table-filler.ts"
import type { CompiledRoute } from "../dispatch/compiled-route.ts"
import { compileRoute } from "./compile-route.ts"
import { throwBootFault } from "../../fault/throw-boot-fault.ts"
import type { CompiledField } from "../dispatch/route-field.ts"

/** Changes the routes of a running application. Modules and injection do not change after boot. */
export interface AppRoutes {
  /**
   * Adds a record with all its children, or none of them if one conflicts with a route:
   * `app.routes.add(get("/x/:id", (ctx) => …))`. The application's middlewares wrap the new routes. A middleware class
   * must have an instance already, because none is created after boot.
   */
  add<const Given extends ListedRoute>(record: CheckedRoute<Given>): void
  /** Removes a route. Returns whether there was one. */
  remove(method: Method | "ANY", path: string): boolean
}

/** The routes of an application, compiled. */
export interface CompiledRoutes extends AppRoutes {
  readonly table: RouteTable<CompiledRoute>
  /** Whether a call matches a route. Used when another application answers the other calls. */
  has(method: string, path: string): boolean
  /** Whether a call matches a route that is served under overload. Used only under overload. */
  isServedWhenOverloaded(method: string, path: string): boolean
  /** Whether a path opens a socket. Used only for requests with `Upgrade`. */
  isSocket(path: string): boolean
  /** Returns the function that creates the fault for a call without a route. */
  notFound(methodNotAllowed: boolean): (call: Call) => Fault
}

/** Compiles the routes of a kind. Throws one fault that contains all faults of their fields. */
export function createAppRoutes(
  kind: Kind,
  wiring: Wiring,
  fields: readonly CompiledField[],
  settings: { readonly production: boolean },
  write: CompiledRoute["write"],
): CompiledRoutes {
  const table = createRouteTable<CompiledRoute>()
  const filler = createTableFiller(table)
  const compile = (route: FlatRoute) => compileRoute(route, wiring, fields, settings, write)
  const faults: Fault[] = []
  for (const route of wiring.routes) {
    if (route.kind.name !== kind.name) continue
    try {
      filler.add(route.method ?? "", route.pattern, compile(route))
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(error)
    }
  }
  throwBootFault(faults)
  return {
    table,
    add: (record: unknown) => addAll(filler, readAddedRoutes(record, wiring), compile),
    remove: (method, path) => filler.remove(method, parsePattern(path)),
    has: (method, path) => findQuietly(table, method, path) !== undefined,
    isServedWhenOverloaded: (method, path) => findQuietly(table, method, path)?.serveWhenOverloaded ?? false,
    isSocket: (path) => findQuietly(table, "GET", path)?.isSocket ?? false,
    notFound: (methodNotAllowed) => (call) => notFound(table, call, methodNotAllowed),
  }
}

/** Adds all of these routes, or none if one of them conflicts with an existing route. */
function addAll(
  filler: TableFiller<CompiledRoute>,
  routes: readonly FlatRoute[],
  compile: (route: FlatRoute) => CompiledRoute,
): void {
  const compiled = routes.map((route) => [route, compile(route)] as const)
  compiled.forEach(([{ method = "", path, pattern }, route], at) => {
    const present = filler.add(method, pattern, route)
    if (present === undefined) return
    for (const [added] of compiled.slice(0, at)) filler.remove(added.method ?? "", added.pattern)
    const names = { firstController: present.controller, secondController: route.controller }
    const titles = { first: titleOf(method, present.path), second: titleOf(method, path) }
    throw new Fault("ROUTE_CONFLICT", { ...titles, ...names })
  })
}

/** The route of a call; `undefined` also if the path has a malformed escape. */
function findQuietly(
  table: RouteTable<CompiledRoute>,
  method: string,
  path: string,
): CompiledRoute | undefined {
  try {
    return findMatch(table, method, path)?.value
  } catch {
    return undefined
  }
}

function notFound(table: RouteTable<CompiledRoute>, call: Call, methodNotAllowed: boolean): Fault {
  const { method, path } = call
  const methods = methodNotAllowed ? findMethods(table, path) : []
  if (methods.length === 0) return new Fault("NOT_FOUND", { method, path })
  const allow = [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].join(", ")
  return new Fault("METHOD_NOT_ALLOWED", { method, path, allow }, { headers: { allow } })
}
