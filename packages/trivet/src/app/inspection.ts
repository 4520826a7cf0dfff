import { inspectionKey, programKey } from "../fault/global-keys.ts"
import type { Module } from "../module/module.ts"
import type { AppOptions } from "./app-options.ts"
import type { BuiltApp } from "./build-app.ts"
import { describeBuilt } from "./describe/describe-app.ts"
import type { Inspected } from "./inspected.ts"
import { findWatcher } from "./describe/watcher.ts"
import { storedUnder } from "./stored-under.ts"

/** Receives the root and the options of a program's application. */
export type TakeProgram = (root: Module, options: AppOptions) => void

/**
 * Passes an application to the tool or test that loaded the program, if any. The promise then never resolves, because
 * the program's next step would be to serve the application.
 */
export function handToInspector(root: Module, options: AppOptions): Promise<never> | undefined {
  const { [programKey]: test, [inspectionKey]: take } = globalThis as Takers
  return test === undefined && take === undefined ? undefined : hand(root, options, test, take)
}

interface Takers {
  [programKey]?: TakeProgram
  [inspectionKey]?: (inspected: Inspected) => void
}

async function hand(
  root: Module,
  options: AppOptions,
  test: Takers[typeof programKey],
  take: Takers[typeof inspectionKey],
): Promise<never> {
  test?.(root, options)
  // Loaded only if a tool inspects the program.
  take?.((await import("./inspected.ts")).inspectedOf(root, options))
  return new Promise(() => undefined)
}

/** Whether a tool has loaded the program to inspect its application. */
export function isInspected(): boolean {
  return inspectionKey in globalThis
}

/** Passes an application to the tool that runs the program, if any. The program continues. */
export function tellWatcher(built: BuiltApp): void {
  const { operations, wiring } = built
  findWatcher()?.built({
    describe: () => describeBuilt(built, { places: true }),
    operations,
    find: (key) => storedUnder(wiring, key),
  })
}
