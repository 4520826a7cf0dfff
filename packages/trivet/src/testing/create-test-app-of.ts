import { type AppOptions, appOptionNames } from "../app/build-app.ts"
import { programKey, type TakeProgram } from "../app/inspection.ts"
import { Fault } from "../fault/fault.ts"
import type { Module } from "../module/module.ts"
import { createTestApp, type TestApp, type TestAppOptions } from "./create-test-app.ts"

/**
 * Builds and starts the application of a program for a test, with the root module and the options that the program gives
 * to `serve()` or `createApp()`: `await createTestAppOf(() => import("./main.ts"))`. The program itself does not continue.
 * Call it once in a test file: a runtime loads a file once. `options` replace those of the program; providers in
 * `replace` are added.
 */
export async function createTestAppOf(
  load: () => Promise<unknown>,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const [root, given] = await programOf(load)
  const names = Object.keys(appOptionNames) as (keyof AppOptions)[]
  const own = Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]))
  // The test reads the log of its own.
  delete own["log"]
  const replace = [...(given.replace ?? []), ...(options.replace ?? [])]
  return createTestApp(root, { ...own, ...options, replace })
}

function programOf(load: () => Promise<unknown>): Promise<readonly [Module, AppOptions]> {
  const globals = globalThis as { [programKey]?: TakeProgram }
  const taken = new Promise<readonly [Module, AppOptions]>((give) => {
    globals[programKey] = (root, options) => {
      delete globals[programKey]
      give([root, options])
    }
  })
  return Promise.race([taken, ended(load, () => delete globals[programKey])])
}

/** Rejects when a program ends: it must create an application before, and wait for it. */
async function ended(load: () => Promise<unknown>, forget: () => void): Promise<never> {
  await load().finally(forget)
  const reason = "the program ended, or was loaded before, without creating an application"
  throw new Fault("OPTION_INVALID", { what: "`createTestAppOf()`", reason })
}
