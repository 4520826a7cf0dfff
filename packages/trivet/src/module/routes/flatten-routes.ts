import { kindOfRecord } from "../../context/kind.ts"
import type { Kind } from "../../context/kinds.ts"
import type { MiddlewareEntry } from "../../context/middleware.ts"
import { Fault, isFault } from "../../fault/fault.ts"
import { isClass, kindOf } from "../../fault/kind-of.ts"
import { parsePattern, type Pattern } from "../../router/pattern.ts"
import { marksOf, titleOf } from "./flat-route.ts"
import type { Handler, Route } from "./route.ts"

/** A route of a controller before its middlewares are created. */
export interface RouteLeaf {
  readonly kind: Kind
  readonly method: Route["method"]
  readonly path: string
  readonly pattern: Pattern
  readonly handler: Handler
  readonly entries: readonly MiddlewareEntry[]
  readonly record: Route<string>
}

/** The controller whose records are read: its name, and its `routes` for source locations. */
export interface RouteOwner {
  readonly name: string
  readonly routes: unknown
}

interface Way {
  readonly owner: RouteOwner
  readonly paths: readonly string[]
  readonly entries: readonly MiddlewareEntry[]
  readonly faults: Fault[]
}

const methods: ReadonlySet<unknown> = new Set<Route["method"]>([
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "ANY",
])

/** Applies groups to their children. An invalid record becomes a fault, and the others are still read. */
export function flattenRoutes(owner: RouteOwner, records: unknown, faults: Fault[]): RouteLeaf[] {
  if (!Array.isArray(records)) {
    silence(records)
    const details = { controller: owner.name, entry: kindOf(records) }
    faults.push(new Fault("ROUTES_NOT_A_LIST", details, { subject: owner.routes }))
    return []
  }
  return readList(records, { owner, paths: [], entries: [], faults })
}

function readList(records: readonly unknown[], way: Way): RouteLeaf[] {
  return records.flatMap((record, position) => {
    try {
      return readRecord(record, position, way)
    } catch (error) {
      if (!isFault(error)) throw error
      const route = record as Route<string>
      const isRoute = typeof route?.path === "string"
      error.about(way.owner.routes, isRoute ? marksOf(route) : [])
      error.chain = [way.owner.name, ...way.paths, ...(isRoute ? [titleOf(route.method, route.path)] : [])]
      way.faults.push(error)
      return []
    }
  })
}

function readRecord(record: unknown, position: number, way: Way): RouteLeaf[] {
  const controller = way.owner.name
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    throw new Fault("ROUTE_NOT_A_RECORD", { controller, entry: kindOf(record), position })
  }
  const route = record as Route<string>
  if (typeof route.path !== "string")
    throw new Fault("PATH_NOT_A_STRING", { controller, entry: kindOf(route.path) })
  const paths = [...way.paths, route.path]
  const title = titleOf(route.method, paths.join(""))
  const entries = [...way.entries, ...entriesOf(route, title, controller)]
  if (route.children === undefined) return [readLeaf(route, title, { ...way, paths, entries })]
  if (route.method !== undefined || route.kind !== undefined || route.handler !== undefined) {
    throw new Fault("GROUP_WITH_METHOD", { route: title, controller })
  }
  if (!Array.isArray(route.children)) {
    const entry = kindOf(route.children)
    throw new Fault("CHILDREN_NOT_A_LIST", { route: title, controller, entry })
  }
  return readList(route.children, { ...way, paths, entries })
}

function readLeaf(route: Route<string>, title: string, { owner, paths, entries }: Way): RouteLeaf {
  const controller = owner.name
  const { method, handler } = route
  if (method !== undefined && !methods.has(method)) {
    const given = typeof method === "string" ? JSON.stringify(method) : kindOf(method)
    throw new Fault("METHOD_UNKNOWN", { route: title, controller, method: given })
  }
  if (handler === undefined || handler === null)
    throw new Fault("ROUTE_WITHOUT_HANDLER", { route: title, controller })
  if (typeof handler !== "function") {
    silence(handler)
    throw new Fault("HANDLER_NOT_A_FUNCTION", { route: title, controller, entry: kindOf(handler) })
  }
  const kind = kindOfRecord(route)
  const path = kind.words ? wordsPath(paths) : httpPath(paths)
  const pattern = parsePattern(kind.words ? `/${path}` : path)
  return { kind, method, path, pattern, handler, entries, record: route }
}

function httpPath(paths: readonly string[]): string {
  // Checked separately: `/posts` and `drafts` would silently become `/postsdrafts`.
  const bare = paths.find((path) => path !== "" && !path.startsWith("/"))
  if (bare !== undefined) throw new Fault("PATH_WITHOUT_SLASH", { path: bare })
  return paths.join("")
}

function wordsPath(paths: readonly string[]): string {
  return paths
    .flatMap((path) => path.split("/"))
    .filter((segment) => segment !== "")
    .join("/")
}

function entriesOf(route: Route<string>, title: string, controller: string): readonly MiddlewareEntry[] {
  const list: unknown = route.middlewares ?? []
  const entries: readonly unknown[] = Array.isArray(list) ? list : [list]
  for (const entry of entries) {
    if (!isMiddlewareEntry(entry))
      throw new Fault("MIDDLEWARE_INVALID", {
        place: `\`${title}\` in \`${controller}\``,
        entry: kindOf(entry),
      })
  }
  return entries as readonly MiddlewareEntry[]
}

/** Prevents an unhandled rejection, which would end the process before the fault is reported. */
function silence(returned: unknown): void {
  if (returned instanceof Promise) returned.catch(() => undefined)
}

/** Whether a value is allowed in `middlewares`. */
export function isMiddlewareEntry(value: unknown): value is MiddlewareEntry {
  const bearer: unknown = typeof value === "function" ? value.prototype : value
  if (typeof bearer !== "object" || bearer === null) return false
  // A class may define `handle` as a field, which only exists on instances.
  return "handle" in bearer ? typeof bearer.handle === "function" : isClass(value)
}
