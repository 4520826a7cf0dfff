import type { AppOptions } from "./app-options.ts"
import { buildApp, type BuiltApp } from "./build-app.ts"
import type { AppDescription } from "./describe/app-description.ts"
import { describeBuilt } from "./describe/describe-app.ts"
import { type CallExplanation, explainCall } from "./describe/explain-call.ts"
import type { Module } from "../module/module.ts"

/**
 * An application that a tool inspects instead of starting it. If `globalThis[Symbol.for("trivet.inspection")]` is a
 * function, `createApp()`, `serve()` and `run()` call it with this record and do not continue. The functions belong to
 * the program's own copy of the framework, so a tool imports types only.
 *
 * @example
 * ```ts
 * import type { Inspected } from "trivet/extend"
 *
 * // In a file that runs before the program: node --import ./list-routes.ts src/main.ts
 * Object.assign(globalThis, {
 *   [Symbol.for("trivet.inspection")]: (app: Inspected) => {
 *     for (const { method, path } of app.describe(app.build()).routes) console.log(method, path)
 *     process.exit()
 *   },
 * })
 * ```
 */
export interface Inspected {
  /** The version of this record. It changes if an older tool would misread the record. */
  readonly protocol: 1
  /** Builds the application without starting it. Throws a `BootFault` if it has faults. */
  build(): object
  /** Describes a built application, with the places of its declarations in the source. */
  describe(built: object): AppDescription
  /** Explains which route answers a call, and why. For a call that is not a request, `method` is the kind: `command`. */
  explain(built: object, method: string, path: string): CallExplanation
}

/** Creates the record that a tool receives for a program's root and options. */
export function inspectedOf(root: Module, options: AppOptions): Inspected {
  return {
    protocol: 1,
    build: () => buildApp(root, options),
    describe: (built) => describeBuilt(built as BuiltApp, { places: true }),
    explain: (built, method, path) =>
      explainCall((built as BuiltApp).kinds, options.methodNotAllowed ?? false, method, path),
  }
}
