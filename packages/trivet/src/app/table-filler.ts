import type { Pattern } from "../router/pattern.ts"
import { addRoute, removeRoute, type RouteTable } from "../router/route-table.ts"

/** Adds routes to a table and removes them, those of the method `ANY` too. */
export interface TableFiller<T> {
  /** Like `addRoute`: gives the value of a route of the same method and shape, and adds nothing then. */
  add(method: string, pattern: Pattern, value: T): T | undefined
  /** Like `removeRoute`. */
  remove(method: string, pattern: Pattern): boolean
}

// HEAD is left out: it is answered as GET is, by a route of GET that is nearer as well.
const anyMethods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/**
 * Fills a table. A route of the method `ANY` is added once for each method that has no route of its own of that shape,
 * so that the router knows nothing of it.
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
