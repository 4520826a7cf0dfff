import type { DevRoute } from "./dev-message.ts"

/** The differences between two tables of routes. */
export interface RouteChanges {
  readonly added: readonly DevRoute[]
  readonly removed: readonly DevRoute[]
  readonly changed: readonly { readonly route: DevRoute; readonly how: string }[]
}

/** Compares two tables. A handler that moved to another line is not a change. */
export function routeChanges(before: readonly DevRoute[], after: readonly DevRoute[]): RouteChanges {
  const key = ({ method, path }: DevRoute) => `${method} ${path}`
  const [old, now] = [before, after].map((routes) => new Map(routes.map((route) => [key(route), route])))
  return {
    added: after.filter((route) => !old!.has(key(route))),
    removed: before.filter((route) => !now!.has(key(route))),
    changed: after.flatMap((route) => {
      const how = difference(old!.get(key(route)) ?? route, route)
      return how === "" ? [] : [{ route, how }]
    }),
  }
}

function difference(before: DevRoute, after: DevRoute): string {
  const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(" → "))
  const [old, now] = [list(before.middlewares), list(after.middlewares)]
  return [
    ...(before.handler === after.handler ? [] : [`${before.handler} is now ${after.handler}`]),
    ...(old === now ? [] : [`middlewares: ${old}, now ${now}`]),
  ].join("; ")
}
