import type { Module } from "../module/module.ts"
import type { AppOptions, BuiltApp } from "./build-app.ts"
import { describeBuilt } from "./describe-built.ts"
import type { Inspected } from "./inspected.ts"
import { findWatcher } from "./watcher.ts"

/** The key under which a tool waits, on `globalThis`, for the application that a program makes. */
export const inspectionKey: unique symbol = Symbol.for("trivet.inspection")

/** The key under which a test that loads a program waits, on `globalThis`, for what it makes an application of. */
export const programKey: unique symbol = Symbol.for("trivet.program")

/** Takes the root and the options of a program's application. */
export type TakeProgram = (root: Module, options: AppOptions) => void

/**
 * Hands an application to the tool or the test that loaded the program, if one did, and then never returns: the
 * program's own next step would be to serve it.
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
  // Not loaded in programs that nobody looks into.
  take?.((await import("./inspected.ts")).inspectedOf(root, options))
  return new Promise(() => undefined)
}

/** Whether a tool that loaded the program waits for its application. */
export function isInspected(): boolean {
  return inspectionKey in globalThis
}

/** Offers an application to the tool that runs the program, if one does. The program goes on. */
export function tellWatcher(built: BuiltApp): void {
  const { operations, wiring } = built
  findWatcher()?.built({
    describe: () => describeBuilt(built, { places: true }),
    operations,
    find: (key) =>
      wiring.order
        .map(({ instance }) => (instance as Readonly<Record<symbol, unknown>> | null | undefined)?.[key])
        .find((kept) => kept !== undefined),
  })
}
