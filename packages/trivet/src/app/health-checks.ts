import type { Binding } from "../inject/container.ts"
import { type NamedToken, token } from "../inject/token.ts"
import type { Hooks } from "../module/module.ts"

/** An instance that can say how it is. */
export interface HealthCheck {
  readonly name: string
  readonly module: string
  /** Calls its `onHealth()`. */
  run(): unknown
}

/**
 * Gives every instance of the application that has `onHealth()`: `readonly #checks = inject(HealthChecks)`. Call it
 * when it is needed; while the application is still being put together it gives none.
 */
export const HealthChecks: NamedToken<() => readonly HealthCheck[]> =
  token<() => readonly HealthCheck[]>("HealthChecks")

/** The checks among these instances. */
export function healthChecksOf(order: readonly Binding[]): readonly HealthCheck[] {
  return order.flatMap(({ name, scope, instance }) => {
    const hooks = (typeof instance === "object" && instance !== null ? instance : {}) as Hooks
    if (typeof hooks.onHealth !== "function") return []
    return [{ name, module: scope.name, run: () => hooks.onHealth!() }]
  })
}
