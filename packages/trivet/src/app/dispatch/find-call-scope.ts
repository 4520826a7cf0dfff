import type { Context } from "../../context/context.ts"
import type { CallCarrier, CallScope } from "./call-scope.ts"

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
  let carrier: CallCarrier | undefined
  return {
    run: (call, work) => (carrier === undefined ? storage.run(call, work) : carrier.run(call, work)),
    // Calls that began before there was a carrier are still in the storage.
    current: () => carrier?.current() ?? storage.getStore(),
    carryWith: (given) => void (carrier = given),
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
