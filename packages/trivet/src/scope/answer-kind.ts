import { AnswerCalls } from "../app/answer-calls.ts"
import { platformOf } from "../app/platform.ts"
import { readReturned } from "../app/read-returned.ts"
import type { CompiledField, RouteField } from "../app/route-field.ts"
import type { Incoming } from "../context/incoming.ts"
import type { Kind } from "../context/kinds.ts"
import { Reply } from "../context/reply.ts"
import { inject } from "../inject/inject.ts"

/** A kind of calls that a package brings. */
export interface AnsweredKind {
  /** The kind of its records. */
  readonly kind: Kind
  /** The fields that its records have beside those of every record. Default: none. */
  readonly fields?: readonly RouteField[]
  /** Called with what a handler or a middleware has thrown. The status of the reply is 500 then. */
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
  const answers = inject(AnswerCalls)(
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
