import type { Context } from "../../context/context.ts"
import type { FlatRoute } from "../../module/routes/flat-route.ts"
import type { Method, Route } from "../../module/routes/route.ts"
import type { Run } from "./compiled-route.ts"

/** A route that has the field of a `RouteField`. */
export interface FieldRoute {
  /** The HTTP method, or `"ANY"`; `undefined` for a command. */
  readonly method: Method | "ANY" | undefined
  /** The whole path, with the paths of its groups. */
  readonly path: string
  /** The record, with the field. */
  readonly record: Route<string>
}

/** Runs the handler, or a field around it, and returns its result. */
export type RunRoute = (ctx: Context) => unknown

/**
 * Defines a field of your own for route records; pass it in `fields` of the application. Declare the type of the field
 * with `declare module "trivet" { interface RouteOptions { … } }`.
 */
export interface RouteField {
  /** The name of the field. */
  readonly name: string
  /**
   * Called at boot, once for each route that has the field. Returns `run`, or a function that wraps it. Middlewares run
   * outside it.
   */
  compile(route: FieldRoute, run: RunRoute, settings: { readonly production: boolean }): RunRoute
}

/** A field as the application compiles it: like `RouteField`, with the internal types of routes and calls. */
export interface CompiledField {
  readonly name: string
  compile(route: FlatRoute, run: Run, settings: { readonly production: boolean }): Run
}
