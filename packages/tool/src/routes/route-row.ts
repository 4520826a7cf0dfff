import type { AppDescription, MiddlewareDescription } from "trivet/extend"
import { authenticates } from "../check/rules/guards.ts"
import type { SerializedRoute } from "../inspect/report.ts"
import { deprecationOf } from "./deprecation-of.ts"
import { methodOf } from "./select-routes.ts"

/** A route as one row. */
export interface RouteRow {
  readonly method: string
  readonly path: string
  readonly handler: string
  /** The middlewares that decide who may call it; `anyone`, or `""` if nothing decides. */
  readonly guard: string
  readonly where: string
  /** All of its middlewares, outermost first, with those of the application. */
  readonly middlewares: readonly string[]
  /** Those of its groups and of its record. */
  readonly own: readonly string[]
  readonly provides: readonly string[]
  readonly module: string
  /** Only if one of the listed routes is deprecated: since when, and its sunset date. */
  readonly deprecated?: string
}

/** The rows of some routes of an application. */
export function rowsOf(
  routes: readonly SerializedRoute[],
  app: Pick<AppDescription, "middlewares">,
): readonly RouteRow[] {
  const isAny = routes.some(({ deprecated }) => deprecated !== undefined)
  return routes.map((route) => ({
    method: methodOf(route),
    path: route.path,
    handler: `${route.controller}.${route.handler || "(inline)"}`,
    guard: guardOf(route),
    where: route.where ?? "",
    middlewares: route.middlewares.map(({ name }) => name),
    own: route.middlewares.slice(outermostOf(route, app)).map(({ name }) => name),
    provides: route.provides,
    module: route.module,
    ...(isAny && { deprecated: deprecationOf(route) ?? "" }),
  }))
}

/** How many middlewares of the application wrap a route. They come first in its list. */
function outermostOf(
  { kind }: SerializedRoute,
  { middlewares }: Pick<AppDescription, "middlewares">,
): number {
  return middlewares.filter(({ kinds }) => kinds?.includes(kind) ?? true).length
}

/** The middlewares that decide who may call a route. */
function guardOf({ middlewares, access }: Pick<SerializedRoute, "middlewares" | "access">): string {
  const guards = middlewares.filter(
    (one) => one.allows !== undefined || isOptional(one) || authenticates(one),
  )
  if (guards.length === 0) return access.decided ? "anyone" : ""
  return guards.map((one) => (isOptional(one) ? `${one.name} (optional)` : one.name)).join(" → ")
}

function isOptional({ security }: MiddlewareDescription): boolean {
  return security.some(({ optional }) => optional)
}

/** A place for people: a route of an installed package is shown with the package's name instead of a position. */
export function shownPlace(where: string): string {
  return /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(where)?.[1] ?? where
}

/** The middlewares of the application, which wrap the calls of each route of their kinds. */
export function middlewaresOfApp({ middlewares }: Pick<AppDescription, "middlewares">): readonly string[] {
  return middlewares.map(({ name, kinds }) => (kinds === undefined ? name : `${name} (${kinds.join(", ")})`))
}
