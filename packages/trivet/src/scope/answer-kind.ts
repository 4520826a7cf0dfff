import { EnginePlatforms } from "../app/engine-platforms.ts"
import { platformOf } from "../app/dispatch/platform.ts"
import { readReturned } from "../app/dispatch/read-returned.ts"
import type { CompiledField, RouteField } from "../app/dispatch/route-field.ts"
import type { Incoming } from "../context/incoming.ts"
import type { Kind } from "../context/kinds.ts"
import { Reply } from "../context/reply/reply.ts"
import { inject } from "../inject/inject.ts"

/** A kind of calls that a package adds. */
export interface AnsweredKind {
  /** The kind of its records. */
  readonly kind: Kind
  /** The additional fields of its records. Default: none. */
  readonly fields?: readonly RouteField[]
  /** Called with an error that a handler or a middleware threw. The status of the reply is then 500. */
  failed(thrown: unknown, incoming: Incoming): void
}

/**
 * For packages of the framework; it may change in any version.
 *
 * Returns a function that answers calls of a kind, for an engine that is part of a module: it runs the middlewares and the
 * handler of the record, and returns a reply whose status and value are those of the result. Call it while the
 * application is built, as `inject()`: the records of the kind are then compiled and checked at boot.
 *
 * @example
 * ```ts
 * import { type Incoming, type Kind, answerKind } from "trivet/extend"
 *
 * const kind: Kind = { name: "job", words: true }
 *
 * export class Queue {
 *   readonly #answer = answerKind({ kind, failed: (thrown) => console.error(thrown) })
 *
 *   async run(incoming: Incoming): Promise<boolean> {
 *     const { status } = await this.#answer(incoming)
 *     return status < 400
 *   }
 * }
 * ```
 */
export function answerKind({
  kind,
  fields = [],
  failed,
}: AnsweredKind): (incoming: Incoming) => Reply | Promise<Reply> {
  const answers = inject(EnginePlatforms).add(
    platformOf({
      name: kind.name,
      serves: [kind],
      fields: fields as unknown as readonly CompiledField[],
      reply: readReturned,
      fail: (thrown, { incoming }) => {
        failed(thrown, incoming)
        return Reply.json(500, null)
      },
    }),
  )
  return (incoming) => answers.dispatch(incoming)
}
