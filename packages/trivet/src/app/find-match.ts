import type { Match } from "../router/match.ts"
import { resolve } from "../router/resolve.ts"
import type { RouteTable } from "../router/route-table.ts"

/** The match for a call. A HEAD call is answered by the GET route where no HEAD route matches. */
export function findMatch<T>(table: RouteTable<T>, method: string, path: string): Match<T> | undefined {
  const match = resolve(table, method, path)
  if (match !== undefined) return match
  const other = findOtherMethod(method)
  return other === undefined ? undefined : resolve(table, other, path)
}

/** The method whose routes are searched after those of a call's own method, if there is one. */
export function findOtherMethod(method: string): string | undefined {
  return method === "HEAD" ? "GET" : undefined
}
