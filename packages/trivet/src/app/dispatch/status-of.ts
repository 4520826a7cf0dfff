import type { Call } from "../../context/call.ts"
import type { Context } from "../../context/context.ts"
import { readReturned } from "./read-returned.ts"

/**
 * Returns the status of the reply for a handler's result. For a middleware that needs it after `await next()`. An error
 * that the handler throws has no result: catch it.
 *
 * @example
 * ```ts
 * import type { Context, Next } from "trivet"
 * import { statusOf } from "trivet/extend"
 *
 * export class CountErrors {
 *   count = 0
 *
 *   async handle(ctx: Context, next: Next) {
 *     const result = await next()
 *     if ((await statusOf(result, ctx)) >= 400) this.count++
 *     return result
 *   }
 * }
 * ```
 */
export async function statusOf(result: unknown, ctx: Context): Promise<number> {
  return (await readReturned(result, ctx as Call)).status
}
