import type { AppDescription } from "trivet/extend"
import type { DevRoute } from "./dev-message.ts"

/** The routes that an application serves, by path and then by method. */
export function devRoutes({ routes }: AppDescription): readonly DevRoute[] {
  return routes
    .filter(({ served }) => served)
    .map((route) => ({
      method: route.method ?? route.kind,
      path: route.path,
      handler: `${route.controller}.${route.handler || "(inline)"}`,
      middlewares: route.middlewares.map(({ name }) => name),
      where: placeOf(route.where ?? ""),
    }))
    .toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
}

/** A route of an installed package is shown with the package's name instead of a position. */
function placeOf(where: string): string {
  return /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(where)?.[1] ?? where
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
