import type { Binding } from "../../inject/container.ts"
import { type NamedToken, token } from "../../inject/token.ts"
import type { Hooks } from "../../module/module.ts"

/** An instance that has an `onHealth()` method. */
export interface HealthCheck {
  /** The name of its class or token. */
  readonly name: string
  /** The name of the module that declares it. */
  readonly module: string
  /** Calls `onHealth()` and returns its result. It throws or rejects if the check fails; there is no timeout. */
  run(): unknown
}

/**
 * The token of a function that returns a `HealthCheck` for each instance with `onHealth()`. `health()` serves these
 * checks; inject the function only to report them in another way. It returns an empty list while the application is
 * being built.
 *
 * @example
 * ```ts
 * import { command, inject, routes } from "trivet"
 * import { HealthChecks } from "trivet/extend"
 *
 * export class DoctorCommand {
 *   readonly #checks = inject(HealthChecks)
 *
 *   routes() {
 *     return routes([command("doctor", this.run, { summary: "Runs every health check" })])
 *   }
 *
 *   async run() {
 *     for (const check of this.#checks()) await check.run()
 *     return "healthy"
 *   }
 * }
 * ```
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
