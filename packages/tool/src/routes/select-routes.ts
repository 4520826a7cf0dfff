import type { SerializedRoute } from "../inspect/report.ts"

/** Which routes are meant; an empty text means all. */
export interface RouteFilter {
  readonly method: string
  readonly path: string
  readonly module: string
  readonly handler: string
  readonly middleware: string
  readonly all: boolean
}

/** The routes that a filter lets through, by path and then by method. */
export function selectRoutes(
  routes: readonly SerializedRoute[],
  filter: RouteFilter,
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

/** The method of a route as it is listed; for what is no request its kind. */
export function methodOf({ isSocket, method, kind }: SerializedRoute): string {
  return isSocket === true ? "SOCKET" : (method ?? kind)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
