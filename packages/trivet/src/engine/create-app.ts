import type { App } from "../app/app.ts"
import { type AppOptions, appOptionNames } from "../app/app-options.ts"
import { createCheckedApp } from "../app/start-app.ts"
import { checkOptions } from "../fault/check-options.ts"
import type { Module } from "../module/module.ts"

/**
 * Builds an application from its root module and runs every `onStart()`. If the modules have faults, it rejects with one
 * `BootFault` that contains all of them, before any `onStart()` has run. It does not listen: `serve()` of `trivet/node`
 * does both.
 */
export async function createApp(root: Module, options: AppOptions): Promise<App> {
  checkOptions(options, appOptionNames, "createApp()")
  // Awaited, so that the stack of a fault includes the caller.
  const app = await createCheckedApp(root, options)
  return app
}
