import { type NamedToken, token } from "../../inject/token.ts"

/**
 * Whether the application runs in production, a boolean: the option `production`, by default whether `NODE_ENV` is
 * `production`. On an edge runtime, where `NODE_ENV` is not set, it is true by default.
 *
 * @example
 * ```ts
 * import { inject } from "trivet"
 * import { Production } from "trivet/extend"
 *
 * export class Payments {
 *   readonly #url = inject(Production) ? "https://pay.example" : "https://sandbox.pay.example"
 * }
 * ```
 */
export const Production: NamedToken<boolean> = token<boolean>("Production")

/**
 * Whether `NODE_ENV` is `production`. An edge runtime without `NODE_ENV` is publicly reachable, so it counts as
 * production.
 */
export function isProduction(): boolean {
  const mode = typeof process === "object" ? process.env?.["NODE_ENV"] : undefined
  return mode === undefined ? isEdge() : mode === "production"
}

/** Whether this is an edge runtime. Cloudflare has `process.env` with the flag `nodejs_compat`, but no `NODE_ENV` in it. */
function isEdge(): boolean {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } }
  return (
    typeof process !== "object" || process.env === undefined || navigator?.userAgent === "Cloudflare-Workers"
  )
}
