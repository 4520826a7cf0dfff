import type { AcceptedBy, CallContext } from "../context/context.ts"
import type { ContextKey } from "../context/context-values.ts"
import type { MiddlewareEntry } from "../context/middleware.ts"
import type { ParameterNames } from "../context/parameter-names.ts"
import type { CheckedRoutes, ListedRoute } from "./checked-routes.ts"
import type { MissingAfter, MissingFor, MissingOf } from "./missing.ts"
import type { Method, Route, RouteOptions } from "./route.ts"

/** Makes the record of one route: `get("/posts/:id", this.show)`. The handler is checked against the path. */
export type RouteMaker = <
  const Path extends string,
  Names extends string = ParameterNames<Path>,
  Keys extends ContextKey = never,
  const Options extends RouteOptions = RouteOptions,
>(
  path: Path,
  handler: (ctx: CallContext<Names, Keys, AcceptedBy<Options>>) => unknown,
  options?: Options,
) => Route<MissingFor<Path, Names, Keys, Options>>

function makerFor(method: Method): RouteMaker {
  return (path, handler, options) => ({ method, path, handler, ...options })
}

/** A GET route. HEAD is answered from it too, unless a HEAD route is declared. */
export const get: RouteMaker = makerFor("GET")
/** A POST route. */
export const post: RouteMaker = makerFor("POST")
/** A PUT route. */
export const put: RouteMaker = makerFor("PUT")
/** A PATCH route. */
export const patch: RouteMaker = makerFor("PATCH")
/** A DELETE route; `delete` is a word of the language. */
export const del: RouteMaker = makerFor("DELETE")
/** A HEAD route, for when the answer can be had cheaper than GET's. */
export const head: RouteMaker = makerFor("HEAD")
/** An OPTIONS route. `cors()` answers preflights without one. */
export const options: RouteMaker = makerFor("OPTIONS")

/** A command of the CLI platform: its path is its name, nested names are joined with `/`. */
export const command: RouteMaker = (path, handler, more) => ({ path, handler, ...more })

/**
 * Puts a path, and middlewares if you give them, in front of routes. Handlers below may need the path's parameters
 * and what the middlewares provide.
 */
export function group<const Path extends string, const Children extends readonly ListedRoute[]>(
  path: Path,
  children: CheckedRoutes<Children, string, ContextKey>,
): Route<MissingAfter<MissingOf<Children[number]>, Path, readonly []>>
export function group<
  const Path extends string,
  const Entries extends readonly MiddlewareEntry[],
  const Children extends readonly ListedRoute[],
>(
  path: Path,
  middlewares: Entries,
  children: CheckedRoutes<Children, string, ContextKey>,
): Route<MissingAfter<MissingOf<Children[number]>, Path, Entries>>
export function group(
  path: string,
  first: readonly (MiddlewareEntry | Route<string>)[],
  second?: readonly Route<string>[],
): Route {
  if (second === undefined) return { path, children: first as readonly Route<string>[] }
  return { path, middlewares: first as readonly MiddlewareEntry[], children: second }
}

/** The routes of a controller, as they are. It is for the compiler: a route that misses something does not compile here. */
export function routes<const Records extends readonly ListedRoute[]>(
  records: CheckedRoutes<Records>,
): readonly Route[] {
  return records
}
