import type { Context } from "../../context/context.ts"
import type { AroundWork, CallScope } from "./call-scope.ts"

interface Storage {
  run<Result>(call: Context, work: () => Result): Result
  getStore(): Context | undefined
}
type StorageClass = new () => Storage

/** One per process, so that several packages enter the same scope, once for each call. */
let shared: CallScope | undefined

/** The scope of this process; `undefined` where the runtime has no `AsyncLocalStorage`. */
export function findCallScope(): CallScope | undefined {
  return (shared ??= createCallScope())
}

function createCallScope(): CallScope | undefined {
  const AsyncLocalStorage = findStorageClass()
  if (AsyncLocalStorage === undefined) return undefined
  const storage = new AsyncLocalStorage()
  const added = new Set<AroundWork>()
  let around: AroundWork | undefined
  return {
    run: (call, work) =>
      around === undefined ? storage.run(call, work) : storage.run(call, () => around!(call, work)),
    current: () => storage.getStore(),
    addAround(outer) {
      if (added.has(outer)) return
      added.add(outer)
      const inner = around
      around = inner === undefined ? outer : (call, work) => outer(call, () => inner(call, work))
    },
  }
}

/** Not an import statement, because the entry point must also load on runtimes without the module. */
function findStorageClass(): StorageClass | undefined {
  const globals = globalThis as {
    readonly process?: { getBuiltinModule?: (name: string) => unknown }
    // Some edge runtimes define it as a global and have no `node:` modules.
    readonly AsyncLocalStorage?: StorageClass
  }
  const hooks = globals.process?.getBuiltinModule?.("node:async_hooks") as
    | { readonly AsyncLocalStorage?: StorageClass }
    | undefined
  return hooks?.AsyncLocalStorage ?? globals.AsyncLocalStorage
}
