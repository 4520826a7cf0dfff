import { type CallScope, CurrentCallScope } from "../app/dispatch/call-scope.ts"
import { inject } from "../inject/inject.ts"
import { fault } from "./faults.ts"

/**
 * For packages of the framework; it may change in any version. Applications use `inject(Log)` and the context instead.
 *
 * Returns the call scope, and makes the application run its calls in it. Call it while the application is built, as
 * `inject()`. `by` names what needs the scope, for the fault `CALL_SCOPE_UNAVAILABLE`, which it throws if the runtime
 * has no `AsyncLocalStorage`.
 *
 * @example
 * ```ts
 * import { useCallScope } from "trivet/extend"
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
  const scope = inject(CurrentCallScope)()
  if (scope === undefined) throw fault("CALL_SCOPE_UNAVAILABLE", { by })
  return scope
}
