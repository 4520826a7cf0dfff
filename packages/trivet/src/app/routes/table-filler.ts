import type { Pattern } from "../../router/pattern.ts"
import { addRoute, removeRoute, type RouteTable } from "../../router/route-table.ts"

/** Adds routes to a table and removes them, including routes of the method `ANY`. */
export interface TableFiller<T> {
  /** Like `addRoute`: if a route of the same method and shape exists, it returns that route's value and adds nothing. */
  add(method: string, pattern: Pattern, value: T): T | undefined
  /** Like `removeRoute`. */
  remove(method: string, pattern: Pattern): boolean
}

// Without HEAD: it falls back to GET, so a more specific GET route also answers HEAD.
const anyMethods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/**
 * Fills a table. A route of the method `ANY` is added once for each method that has no route of its own of that shape,
 * so the router needs no support for `ANY`.
 */
export function createTableFiller<T>(table: RouteTable<T>): TableFiller<T> {
  const any = new Map<string, { readonly pattern: Pattern; readonly value: T }>()
  const valueAt = (method: string, { shape }: Pattern) => table.methods.get(method)?.entries.get(shape)?.value
  const isOfAny = (method: string, pattern: Pattern) => {
    const known = any.get(pattern.shape)
    return known !== undefined && valueAt(method, pattern) === known.value
  }
  return {
    add: (method, pattern, value) => {
      if (method !== "ANY") {
        if (isOfAny(method, pattern)) removeRoute(table, method, pattern)
        return addRoute(table, method, pattern, value)
      }
      const known = any.get(pattern.shape)
      if (known !== undefined) return known.value
      any.set(pattern.shape, { pattern, value })
      for (const one of anyMethods) addRoute(table, one, pattern, value)
      return undefined
    },
    remove: (method, pattern) => {
      if (method === "ANY") {
        for (const one of anyMethods) if (isOfAny(one, pattern)) removeRoute(table, one, pattern)
        return any.delete(pattern.shape)
      }
      if (isOfAny(method, pattern) || !removeRoute(table, method, pattern)) return false
      const known = any.get(pattern.shape)
      if (known !== undefined && anyMethods.includes(method))
        addRoute(table, method, known.pattern, known.value)
      return true
    },
  }
}
