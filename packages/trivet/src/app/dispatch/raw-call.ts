import type { Call } from "../../context/call.ts"
import type { Context } from "../../context/context.ts"
import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import type { Reply } from "../../context/reply/reply.ts"
import { readReturned } from "./read-returned.ts"

/** Parts of a call that a middleware needs which stores replies. */
export interface RawCall {
  /** The query as it was received, without `?`. */
  readonly query: string
  /** The headers that are added to the reply, whatever makes it. */
  readonly headers: ReplyHeaders
  /** Returns the reply for a result, with its body: data has become JSON, or a page. Return it instead of the result. */
  write(result: unknown): Promise<Reply>
}

/**
 * Returns the raw parts of a call, for a middleware that stores replies.
 *
 * @example
 * ```ts
 * import type { Context, Next } from "trivet"
 * import { rawCallOf } from "trivet/extend"
 *
 * export class CountCharacters {
 *   count = 0
 *
 *   async handle(ctx: Context, next: Next) {
 *     const reply = await rawCallOf(ctx).write(await next())
 *     if (typeof reply.body === "string") this.count += reply.body.length
 *     return reply
 *   }
 * }
 * ```
 */
export function rawCallOf(ctx: Context): RawCall {
  const call = ctx as Call
  return {
    query: call.incoming.query,
    headers: (call.headers ??= new ReplyHeaders()),
    write: async (result) => (call.match?.value.write ?? readReturned)(result, call),
  }
}
