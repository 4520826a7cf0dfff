import type { Context, Next } from "trivet"
import { type ReplyBody, useCallScope } from "trivet/extend"

/** Fails a call whenever its code runs outside of its scope. */
export class ScopeCheck {
  readonly #scope = useCallScope("the conformance suite")

  handle(ctx: Context, next: Next): unknown {
    this.#check(ctx)
    ctx.onReply((reply) => {
      this.#check(ctx)
      if (isIterable(reply.body)) reply.body = this.#checked(reply.body, ctx)
      return reply
    })
    return next()
  }

  #checked<Piece>(pieces: AsyncIterable<Piece>, ctx: Context): AsyncIterable<Piece> {
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = pieces[Symbol.asyncIterator]()
        return {
          next: async () => {
            this.#check(ctx)
            const step = await iterator.next()
            this.#check(ctx)
            return step
          },
          return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
        }
      },
    }
  }

  #check(ctx: Context): void {
    if (this.#scope.current() !== ctx) throw new Error(`outside of the scope of ${ctx.path}`)
  }
}

/** A stream stays one: it is cancelled in another way. */
function isIterable(body: ReplyBody | undefined): body is AsyncIterable<string | Uint8Array> {
  return (
    typeof body === "object" &&
    body !== null &&
    Symbol.asyncIterator in body &&
    !(body instanceof ReadableStream)
  )
}
