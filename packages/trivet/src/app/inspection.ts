import type { Module } from "../module/module.ts"
import type { AppOptions, BuiltApp } from "./build-app.ts"
import { type AppDescription, describeBuilt } from "./describe-built.ts"
import type { Inspected } from "./inspected.ts"

/** The key under which a tool waits, on `globalThis`, for the application that a program makes. */
export const inspectionKey: unique symbol = Symbol.for("trivet.inspection")

/**
 * Hands an application to the tool that loaded the program, if one did, and then never returns: the program's own
 * next step would be to serve it.
 */
export function handToInspector(root: Module, options: AppOptions): Promise<never> | undefined {
  const take = (globalThis as { [inspectionKey]?: (inspected: Inspected) => void })[inspectionKey]
  return take === undefined ? undefined : hand(root, options, take)
}

async function hand(root: Module, options: AppOptions, take: (inspected: Inspected) => void): Promise<never> {
  // Not loaded in programs that nobody looks into.
  const { inspectedOf } = await import("./inspected.ts")
  take(inspectedOf(root, options))
  return new Promise(() => undefined)
}

/** Whether a tool that loaded the program waits for its application. */
export function isInspected(): boolean {
  return inspectionKey in globalThis
}

/** The key under which a tool that runs the program waits, on `globalThis`, for what it makes. */
const watchKey: unique symbol = Symbol.for("trivet.watch")

/** Offers an application's description to the tool that runs the program, if one does. The program goes on. */
export function tellWatcher(built: BuiltApp): void {
  const watch = (globalThis as { [watchKey]?: (describe: () => AppDescription) => void })[watchKey]
  watch?.(() => describeBuilt(built, { places: true }))
}
