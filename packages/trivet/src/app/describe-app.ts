import type { App } from "./app.ts"
import { builtOf } from "./built-of.ts"
import { type AppDescription, describeBuilt } from "./describe-built.ts"

/** Describes an application. Where things were written is looked up only on Node, and only if `places` is set. */
export function describeApp(app: App, options?: { readonly places?: boolean }): AppDescription {
  return describeBuilt(builtOf(app), options)
}
