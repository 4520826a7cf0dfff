import { ScopedCalls } from "../app/scoped-calls.ts"
import type { Context } from "../context/context.ts"
import { inject } from "../inject/inject.ts"
import type { CallScope } from "./call-scope.ts"
import { fault } from "./faults.ts"
import { scopedAnswers } from "./scoped-answers.ts"

interface Storage {
  run<Result>(call: Context, work: () => Result): Result
  getStore(): Context | undefined
}
type StorageClass = new () => Storage

/** One for the process: packages that ask for it enter it once for each call. */
let shared: CallScope | undefined

/**
 * For packages of the framework; it may change in any version. Applications use `inject(Log)` and the context instead.
 *
 * Returns the call scope, and makes the application run its calls in it. Call it while the application is built, as
 * `inject()`. `by` names what needs the scope, for the fault `CALL_SCOPE_UNAVAILABLE`, which it throws where the runtime
 * has no `AsyncLocalStorage`.
 *
 * @example
 * ```ts
 * import { useCallScope } from "trivet/scope"
 *
 * export class QueryComments {
 *   readonly #scope = useCallScope("QueryComments")
 *
 *   comment() {
 *     return `-- route: ${this.#scope.current()?.pattern ?? "none"}`
 *   }
 * }
 * ```
 */
export function useCallScope(by: string): CallScope {
  const scopeCalls = inject(ScopedCalls)
  const scope = (shared ??= createCallScope(by))
  scopeCalls((app) => scopedAnswers(scope, app))
  return scope
}

function createCallScope(by: string): CallScope {
  const AsyncLocalStorage = findStorageClass()
  if (AsyncLocalStorage === undefined) throw fault("CALL_SCOPE_UNAVAILABLE", { by })
  const storage = new AsyncLocalStorage()
  return { run: (call, work) => storage.run(call, work), current: () => storage.getStore() }
}

/** Not an import statement: that would keep the entry point from loading where the module does not exist. */
function findStorageClass(): StorageClass | undefined {
  const globals = globalThis as {
    readonly process?: { getBuiltinModule?: (name: string) => unknown }
    // Some edge runtimes have it here, and no `node:` modules.
    readonly AsyncLocalStorage?: StorageClass
  }
  const hooks = globals.process?.getBuiltinModule?.("node:async_hooks") as
    | { readonly AsyncLocalStorage?: StorageClass }
    | undefined
  return hooks?.AsyncLocalStorage ?? globals.AsyncLocalStorage
}
