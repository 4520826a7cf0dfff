import type { RouteRow } from "../routes/route-row.ts"

/** The differences between two tables of routes. */
export interface RouteChanges {
  readonly added: readonly RouteRow[]
  readonly removed: readonly RouteRow[]
  readonly changed: readonly { readonly route: RouteRow; readonly how: string }[]
}

/** Compares two tables. A handler that moved to another line is not a change. */
export function routeChanges(before: readonly RouteRow[], after: readonly RouteRow[]): RouteChanges {
  const key = ({ method, path }: RouteRow) => `${method} ${path}`
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

function difference(before: RouteRow, after: RouteRow): string {
  const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(" → "))
  const [old, now] = [list(before.middlewares), list(after.middlewares)]
  return [
    ...(before.handler === after.handler ? [] : [`${before.handler} is now ${after.handler}`]),
    ...(old === now ? [] : [`middlewares: ${old}, now ${now}`]),
  ].join("; ")
}
