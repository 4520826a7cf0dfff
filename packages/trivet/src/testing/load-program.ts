import type { AppOptions } from "../app/app-options.ts"
import type { TakeProgram } from "../app/inspection.ts"
import { programKey } from "../fault/global-keys.ts"
import { Fault } from "../fault/fault.ts"
import type { Module } from "../module/module.ts"

/**
 * Loads a program until it creates its application, and returns the root module and the options that it gives to
 * `serve()` or `createApp()`. The program itself does not continue.
 */
export function loadProgram(load: () => Promise<unknown>): Promise<readonly [Module, AppOptions]> {
  const globals = globalThis as { [programKey]?: TakeProgram }
  const taken = new Promise<readonly [Module, AppOptions]>((give) => {
    globals[programKey] = (root, options) => {
      delete globals[programKey]
      give([root, options])
    }
  })
  return Promise.race([taken, ended(load, () => delete globals[programKey])])
}

/** Rejects when a program ends without having created an application. */
async function ended(load: () => Promise<unknown>, forget: () => void): Promise<never> {
  await load().finally(forget)
  const reason = "the program ended, or was loaded before, without creating an application"
  throw new Fault("OPTION_INVALID", { what: "`createTestApp()`", reason })
}
