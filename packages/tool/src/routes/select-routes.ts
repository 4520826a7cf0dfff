import type { SerializedRoute } from "../inspect/report.ts"

/** A filter for routes; an empty text matches all. */
export interface RouteFilter {
  readonly method: string
  readonly path: string
  readonly module: string
  readonly handler: string
  readonly middleware: string
  readonly all: boolean
}

const everyServed: RouteFilter = { method: "", path: "", module: "", handler: "", middleware: "", all: false }

/** The routes that match a filter, by path and then by method. Default: those that are served. */
export function selectRoutes(
  routes: readonly SerializedRoute[],
  filter: RouteFilter = everyServed,
): readonly SerializedRoute[] {
  const method = filter.method.toUpperCase()
  return routes
    .filter((route) => filter.all || route.served)
    .filter((route) => method === "" || [methodOf(route).toUpperCase(), route.method].includes(method))
    .filter((route) => route.path.includes(filter.path))
    .filter((route) => filter.module === "" || route.module === filter.module)
    .filter((route) => `${route.controller}.${route.handler}`.includes(filter.handler))
    .filter(
      (route) => filter.middleware === "" || route.middlewares.some(({ name }) => name === filter.middleware),
    )
    .toSorted((a, b) => compare(a.path, b.path) || compare(a.method ?? "", b.method ?? ""))
}

/** The method of a route for lists; its kind if it is not a request. */
export function methodOf({ isSocket, method, kind }: SerializedRoute): string {
  return isSocket === true ? "SOCKET" : (method ?? kind)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
