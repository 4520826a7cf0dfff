import { type AppOptions, buildApp, type BuiltApp } from "./build-app.ts"
import { type AppDescription, describeBuilt } from "./describe-built.ts"
import { type CallExplanation, explainCall } from "./explain-call.ts"
import type { Module } from "../module/module.ts"

/**
 * An application that was about to be made: all that a tool needs to look into it without starting it. The functions
 * are those of the program's own copy of the framework, so a tool needs none and cannot bring a second one.
 */
export interface Inspected {
  /** Raised when this record changes so that a tool could misread it. */
  readonly protocol: 1
  /** Puts the application together, for the other functions; raises one fault that holds all of its mistakes. */
  build(): object
  /** Describes it, with the places where things were written. */
  describe(built: object): AppDescription
  /** Tells which route would answer a call, and why. */
  explain(built: object, method: string, path: string): CallExplanation
}

/** What a tool is handed for a program's root and options. */
export function inspectedOf(root: Module, options: AppOptions): Inspected {
  return {
    protocol: 1,
    build: () => buildApp(root, options),
    describe: (built) => describeBuilt(built as BuiltApp, { places: true }),
    explain: (built, method, path) =>
      explainCall((built as BuiltApp).routes.table, options.methodNotAllowed ?? false, method, path),
  }
}
