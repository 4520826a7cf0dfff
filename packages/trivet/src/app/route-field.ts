import type { FlatRoute } from "../module/flat-route.ts"
import type { Run } from "./compile-route.ts"

/**
 * Gives a further field of route records its meaning. Its owner sees each route that has the field once, at boot, and
 * may wrap what answers it; middlewares stand outside of it.
 */
export interface RouteField {
  readonly name: string
  compile(route: FlatRoute, run: Run, settings: { readonly production: boolean }): Run
}
