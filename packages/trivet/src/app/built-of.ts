import type { App } from "./app.ts"
import type { BuiltApp } from "./build-app.ts"

/** The key under which an application keeps its parts. */
export const builtKey: unique symbol = Symbol.for("trivet.built")

/** The parts that an application is made of: for engines and tools of this package. */
export function builtOf(app: App): BuiltApp {
  return (app as App & { readonly [builtKey]: BuiltApp })[builtKey]
}

/** Whether something is an application. */
export function isApp(given: unknown): given is App {
  return typeof given === "object" && given !== null && builtKey in given
}
