import type { App } from "./app.ts"
import { builtOf } from "./built-of.ts"
import { type AppDescription, describeBuilt } from "./describe-built.ts"

/**
 * Describes an application: its modules, routes and middlewares, as plain data. With `places: true`, and only on Node, the
 * description contains places in the source (`where`). Default: false.
 */
export function describeApp(app: App, options?: { readonly places?: boolean }): AppDescription {
  return describeBuilt(builtOf(app), options)
}
