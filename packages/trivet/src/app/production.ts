import { type NamedToken, token } from "../inject/token.ts"

/**
 * Whether the application runs in production, a boolean: the option `production`, by default whether `NODE_ENV` is
 * `production`.
 *
 * @example
 * ```ts
 * import { inject, Production } from "trivet"
 *
 * export class Payments {
 *   readonly #url = inject(Production) ? "https://pay.example" : "https://sandbox.pay.example"
 * }
 * ```
 */
export const Production: NamedToken<boolean> = token<boolean>("Production")

/** What `NODE_ENV` says; false where there is no environment. */
export function isProduction(): boolean {
  return typeof process === "object" && process.env?.["NODE_ENV"] === "production"
}
