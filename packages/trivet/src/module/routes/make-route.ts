import type { AcceptedBy, CallContext } from "../../context/context.ts"
import type { ContextKey } from "../../context/context-values.ts"
import type { MiddlewareEntry } from "../../context/middleware.ts"
import type { ParameterNames } from "../../context/parameter-names.ts"
import type { CheckedRoutes, ListedRoute } from "./checked-routes.ts"
import type { MissingAfter, MissingFor, MissingOf } from "./missing.ts"
import type { Method, Route, RouteOptions } from "./route.ts"

/**
 * A function that makes a route record: `get("/posts/:id", this.show, { summary: "Shows a post" })`. The compiler checks
 * the handler's context against the path and the options.
 */
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

/** Makes a GET route. It answers HEAD too, unless there is a HEAD route for the path. */
export const get: RouteMaker = makerFor("GET")
/** Makes a POST route. */
export const post: RouteMaker = makerFor("POST")
/** Makes a PUT route. */
export const put: RouteMaker = makerFor("PUT")
/** Makes a PATCH route. */
export const patch: RouteMaker = makerFor("PATCH")
/** Makes a DELETE route. It is not called `delete`, because that is a reserved word. */
export const del: RouteMaker = makerFor("DELETE")
/** Makes a HEAD route, for headers that can be computed at less cost than the body of GET. */
export const head: RouteMaker = makerFor("HEAD")
/** Makes an OPTIONS route. Preflights need none: `cors()` answers them. */
export const options: RouteMaker = makerFor("OPTIONS")

/** Makes a command of the CLI platform. Its path is its name: `"users/add/:email"` is typed as `users add <email>`. */
export const command: RouteMaker = (path, handler, more) => ({ path, handler, ...more })

/**
 * Makes a group: its path and its middlewares apply to all routes in it. Their handlers may use the parameters of the
 * group's path and the values that its middlewares provide.
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

/**
 * Returns its argument unchanged. It makes the compiler check the records: a handler that needs a parameter or a value
 * that nothing provides does not compile.
 */
export function routes<const Records extends readonly ListedRoute[]>(
  records: CheckedRoutes<Records>,
): readonly Route[] {
  return records
}
