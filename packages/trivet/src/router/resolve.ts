import { Fault } from "../fault/fault.ts"
import { findExact } from "./exact-paths.ts"
import { fingerprint } from "./fingerprint.ts"
import { findCached, shouldCache, keepMatch, ownText } from "./match-cache.ts"
import { sharedMatch, type Match } from "./match.ts"
import type { MethodRoutes, RouteTable } from "./route-table.ts"
import { searchTree, valuesOf } from "./search-tree.ts"

/**
 * Finds the route for a call: exact paths, then patterns, then wildcards. The path is used as received, without its
 * query. A malformed escape throws a fault, even if no route matches.
 */
export function resolve<T>(table: RouteTable<T>, method: string, path: string): Match<T> | undefined {
  const routes = table.methods.get(method)
  if (routes === undefined) return checkEscapes(path)
  const { cache } = table
  const print = fingerprint(path)
  const known =
    findExact(routes.exact, print, path) ?? (cache && findCached(cache, routes, print ^ routes.salt, path))
  if (known !== undefined) return known
  const match = search(routes, path)
  if (match === undefined) return checkEscapes(path)
  if (cache !== undefined && shouldCache(cache, print ^ routes.salt, path, match)) {
    // Searched again in the copied path, so that the parameters are not slices of the request's URL.
    const own = ownText(path)
    const { value, names, values } = search(routes, own) ?? match
    keepMatch(cache, routes, print ^ routes.salt, own, sharedMatch(value, names, values))
  }
  return match
}

/** The match for a call. A HEAD call without a HEAD route is answered by the GET route. */
export function findMatch<T>(table: RouteTable<T>, method: string, path: string): Match<T> | undefined {
  const match = resolve(table, method, path)
  if (match !== undefined) return match
  const other = findOtherMethod(method)
  return other === undefined ? undefined : resolve(table, other, path)
}

/** The method whose routes are searched if the call's own method has no match. */
export function findOtherMethod(method: string): string | undefined {
  return method === "HEAD" ? "GET" : undefined
}

/** The methods under which a path would find a route. */
export function findMethods(table: RouteTable<unknown>, path: string): string[] {
  const print = fingerprint(path)
  return [...table.methods]
    .filter(([, { exact, root }]) => (findExact(exact, print, path) ?? searchTree(root, path)) !== undefined)
    .map(([method]) => method)
}

function search<T>(routes: MethodRoutes<T>, path: string): Match<T> | undefined {
  const leaf = searchTree(routes.root, path)
  if (leaf === undefined) return undefined
  const { value, names } = leaf
  const values = valuesOf(leaf, path)
  return { value, names, values: path.includes("%") ? values.map(decode) : values }
}

function checkEscapes(path: string): undefined {
  if (path.includes("%")) decode(path)
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new Fault("PATH_MALFORMED", {}, { cause })
  }
}
