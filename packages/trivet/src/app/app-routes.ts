import type { Call } from "../context/call.ts"
import type { Kind } from "../context/kinds.ts"
import { Fault, isFault } from "../fault/fault.ts"
import { type FlatRoute, titleOf } from "../module/flat-route.ts"
import type { CheckedRoute, ListedRoute } from "../module/checked-routes.ts"
import type { Method } from "../module/route.ts"
import type { Wiring } from "../module/wire.ts"
import { parsePattern } from "../router/pattern.ts"
import { findMethods } from "../router/resolve.ts"
import { createRouteTable, type RouteTable } from "../router/route-table.ts"
import { readAddedRoutes } from "./added-routes.ts"
import { announceSunset } from "./announce-sunset.ts"
import { createTableFiller, type TableFiller } from "./table-filler.ts"
import { compileChain, compileGuards, compileHandler, type Run } from "./compile-route.ts"
import type { CompiledRoute } from "./dispatch.ts"
import { findMatch } from "./find-match.ts"
import { throwBootFault } from "./throw-boot-fault.ts"
import type { CompiledField } from "./route-field.ts"

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
  /** Whether a call has a route. Asked where another application answers the rest. */
  has(method: string, path: string): boolean
  /** Whether a call is for a route that is answered also in overload. Asked only then. */
  isServedWhenOverloaded(method: string, path: string): boolean
  /** Whether a call is for a socket. Asked only of those that want one. */
  isSocket(path: string): boolean
  /** What is wrong with a call without a route. */
  notFound(methodNotAllowed: boolean): (call: Call) => Fault
}

/** Compiles the routes of a kind. Raises one fault that holds all faults of their fields. */
export function createAppRoutes(
  kind: Kind,
  wiring: Wiring,
  fields: readonly CompiledField[],
  settings: { readonly production: boolean },
): CompiledRoutes {
  const table = createRouteTable<CompiledRoute>()
  const filler = createTableFiller(table)
  const compile = (route: FlatRoute) => compileRoute(route, wiring, fields, settings)
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

/** Adds all of these routes or, where one is taken, none. */
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

function compileRoute(
  route: FlatRoute,
  wiring: Wiring,
  fields: readonly CompiledField[],
  settings: { readonly production: boolean },
): CompiledRoute {
  const middlewares = [...wiring.middlewares, ...route.middlewares]
  const own = compileHandler(route.handler, route.record.owner ?? route.controller.instance)
  const { opens } = route.record
  const guards = compileGuards(middlewares, settings)
  const handler = (opens?.(own, guards) ?? own) as Run
  const inner = fields
    .filter((field) => field.name in route.record)
    .reduceRight<Run>((run, field) => field.compile(route, run, settings), handler)
  const chain = compileChain(middlewares, inner, settings)
  const run = announceSunset(route, chain)
  return {
    path: route.path,
    controller: route.controller.name,
    run,
    serveWhenOverloaded: route.record.serveWhenOverloaded === true,
    isSocket: opens !== undefined,
    guards,
  }
}

/** The route of a call; none for a path with a malformed escape. */
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
