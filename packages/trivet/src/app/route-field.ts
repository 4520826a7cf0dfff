import type { Context } from "../context/context.ts"
import type { FlatRoute } from "../module/flat-route.ts"
import type { Method, Route } from "../module/route.ts"
import type { Run } from "./compile-route.ts"

/** A route that has a further field, as its owner sees it. */
export interface FieldRoute {
  /** `undefined` for a command. */
  readonly method: Method | undefined
  /** The whole path, with those of its groups. */
  readonly path: string
  /** The record as the controller wrote it, with the field. */
  readonly record: Route<string>
}

/** Answers a call: gives what the handler, or a field around it, returned. */
export type RunRoute = (ctx: Context) => unknown

/**
 * Gives a further field of route records its meaning. Its owner sees each route that has the field once, at boot, and
 * may wrap what answers it; middlewares stand outside of it.
 */
export interface RouteField {
  readonly name: string
  compile(route: FieldRoute, run: RunRoute, settings: { readonly production: boolean }): RunRoute
}

/** A field as the application compiles it: the same, with all that this package knows of a route and a call. */
export interface CompiledField {
  readonly name: string
  compile(route: FlatRoute, run: Run, settings: { readonly production: boolean }): Run
}
