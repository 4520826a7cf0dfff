import { addExact, createExactPaths, type ExactPaths } from "./exact-paths.ts"
import { createMatchCache, dropMatches, type MatchCache } from "./match-cache.ts"
import type { Pattern } from "./pattern.ts"
import { createTreeNode, insertLeaf, type TreeNode } from "./route-tree.ts"

/** A route as it was added. */
export interface TableEntry<T> {
  readonly pattern: Pattern
  readonly value: T
}

/** The routes of one method: as they were added, and in the two forms in which calls look for them. */
export interface MethodRoutes<T> {
  /** By shape. */
  readonly entries: Map<string, TableEntry<T>>
  exact: ExactPaths<T>
  root: TreeNode<T>
  /** Makes fingerprints of one path differ between methods. */
  readonly salt: number
}

/** All routes of an application. Read it as you like; change it through `addRoute` and `removeRoute` only. */
export interface RouteTable<T> {
  readonly methods: Map<string, MethodRoutes<T>>
  readonly cache: MatchCache<T> | undefined
}

/** How a table is made. */
export interface RouteTableOptions {
  /** Whether resolved paths are remembered: they are, unless this is `false`. */
  readonly cache?: boolean
}

/** Makes a table without routes. */
export function createRouteTable<T>(options: RouteTableOptions = {}): RouteTable<T> {
  return { methods: new Map(), cache: options.cache === false ? undefined : createMatchCache() }
}

/**
 * Adds a route and drops what was cached. Where a route of the same method and shape stands already, nothing is added
 * and that route's value is returned: the caller knows both and can name them.
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

/** Removes the route of this method and shape and drops what was cached; false if there is none. */
export function removeRoute<T>(table: RouteTable<T>, method: string, pattern: Pattern): boolean {
  const routes = table.methods.get(method)
  if (routes === undefined || !routes.entries.delete(pattern.shape)) return false
  if (table.cache !== undefined) dropMatches(table.cache)
  // Removing is rare, and forms made anew cannot keep a branch that nothing needs.
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
