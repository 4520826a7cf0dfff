import type { Module } from "../module/module.ts"
import type { AppOptions } from "./build-app.ts"

/** An application that was about to be made: what a tool needs to look into it without starting it. */
export interface Inspected {
  readonly root: Module
  readonly options: AppOptions
}

/** The key under which a tool waits, on `globalThis`, for the application that a program makes. */
export const inspectionKey: unique symbol = Symbol.for("trivet.inspection")

/**
 * Hands an application to the tool that loaded the program, if one did, and then never returns: the program's own
 * next step would be to serve it.
 */
export function handToInspector(inspected: Inspected): Promise<never> | undefined {
  const take = (globalThis as { [inspectionKey]?: (inspected: Inspected) => void })[inspectionKey]
  if (take === undefined) return undefined
  take(inspected)
  return new Promise(() => undefined)
}
