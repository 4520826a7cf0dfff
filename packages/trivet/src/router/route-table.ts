import { addExact, createExactPaths, type ExactPaths } from "./exact-paths.ts"
import { createMatchCache, dropMatches, type MatchCache } from "./match-cache.ts"
import type { Pattern } from "./pattern.ts"
import { createTreeNode, insertLeaf, type TreeNode } from "./route-tree.ts"

/** A route as it was added. */
export interface TableEntry<T> {
  readonly pattern: Pattern
  readonly value: T
}

/** The routes of one method: as they were added, and in the two structures that are searched. */
export interface MethodRoutes<T> {
  /** By shape. */
  readonly entries: Map<string, TableEntry<T>>
  exact: ExactPaths<T>
  root: TreeNode<T>
  /** Makes fingerprints of one path differ between methods. */
  readonly salt: number
}

/** All routes of an application. Change it only through `addRoute` and `removeRoute`. */
export interface RouteTable<T> {
  readonly methods: Map<string, MethodRoutes<T>>
  readonly cache: MatchCache<T> | undefined
}

/** Options of a table. */
export interface RouteTableOptions {
  /** Whether resolved paths are cached. Default: true. */
  readonly cache?: boolean
}

/** Creates a table without routes. */
export function createRouteTable<T>(options: RouteTableOptions = {}): RouteTable<T> {
  return { methods: new Map(), cache: options.cache === false ? undefined : createMatchCache() }
}

/**
 * Adds a route and empties the cache. If a route of the same method and shape exists, it adds nothing and returns that
 * route's value, so that the caller can name both in an error.
 */
export function addRoute<T>(table: RouteTable<T>, method: string, pattern: Pattern, value: T): T | undefined {
  let routes = table.methods.get(method)
  const present = routes?.entries.get(pattern.shape)
  if (present !== undefined) return present.value
  if (routes === undefined) {
    routes = createMethodRoutes(table.methods.size)
    table.methods.set(method, routes)
  }
  if (table.cache !== undefined) dropMatches(table.cache)
  routes.entries.set(pattern.shape, { pattern, value })
  place(routes, pattern, value)
  return undefined
}

/** Removes the route of this method and shape and empties the cache. Returns false if the route does not exist. */
export function removeRoute<T>(table: RouteTable<T>, method: string, pattern: Pattern): boolean {
  const routes = table.methods.get(method)
  if (routes === undefined || !routes.entries.delete(pattern.shape)) return false
  if (table.cache !== undefined) dropMatches(table.cache)
  // Removal is rare, and rebuilding leaves no unused branches.
  routes.exact = createExactPaths()
  routes.root = createTreeNode()
  for (const entry of routes.entries.values()) place(routes, entry.pattern, entry.value)
  return true
}

function createMethodRoutes<T>(index: number): MethodRoutes<T> {
  return {
    entries: new Map(),
    exact: createExactPaths(),
    root: createTreeNode(),
    salt: Math.imul(index, 0x9e3779b1) >>> 1,
  }
}

function place<T>(routes: MethodRoutes<T>, pattern: Pattern, value: T): void {
  if (pattern.kind === "exact" && addExact(routes.exact, pattern.text, value)) return
  insertLeaf(routes.root, pattern, value)
}
