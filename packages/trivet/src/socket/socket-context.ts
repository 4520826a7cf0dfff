import type { AcceptedBy, CallContext, ContextShape } from "../context/context.ts"
import type { ContextKey } from "../context/context-values.ts"
import type { ParameterNames } from "../context/parameter-names.ts"
import type { Serialized } from "../module/routes/serialized.ts"
import type { InputOf, OutputOf, StandardSchema } from "../schema/standard-schema.ts"

/** The type of the messages that a record accepts. */
export type SocketMessage<Shape> = Shape extends {
  readonly accepts: { readonly message: infer Schema extends StandardSchema }
}
  ? OutputOf<Schema>
  : unknown

/** The type of what a record sends. */
export type SocketEvent<Shape> = Shape extends { readonly sends: infer Schema extends StandardSchema }
  ? Serialized<InputOf<Schema>>
  : unknown

/** The members of a socket's context besides those of a call. */
export interface SocketMembers<out Message, in Event> {
  /** The messages of the client, each parsed and validated. It ends when the connection closes. Iterate once. */
  readonly messages: AsyncIterable<Message>
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal
  /** Sends a value as JSON. Does nothing after the connection has closed. */
  send(value: Event): void
  /**
   * Sends every value of a source, no faster than the client takes them, until the source ends or the connection closes:
   * `void ctx.sendAll(await topics.subscribe(ctx, "room:7"))`. If the source fails, it closes the connection with 1011.
   */
  sendAll(source: AsyncIterable<Event>): Promise<void>
  /**
   * Closes the connection. Default: 1000, without a reason. A code that no frame can have, such as 1006, is logged as an
   * error and closes with 1011.
   */
  close(code?: number, reason?: string): void
}

/**
 * The context of one socket, the argument of its handler: the context of the request that opened it, with messages.
 * `Shape` is the path or the record and types parameters, messages and what is sent; `Needs` is as in `Context`.
 */
export type SocketContext<
  Shape extends ContextShape = string,
  Needs extends ContextKey = never,
> = SocketCallContext<
  ParameterNames<Shape extends { readonly path: infer Path extends string } ? Path : Shape & string>,
  Needs,
  AcceptedBy<Shape>,
  SocketMessage<Shape>,
  SocketEvent<Shape>
>

/** The members of `SocketContext<…>`. Write `SocketContext<…>` in your code; the compiler shows this name. */
export interface SocketCallContext<
  in Names extends string,
  in Keys extends ContextKey,
  out Input extends AcceptedBy<unknown>,
  out Message,
  in Event,
>
  extends CallContext<Names, Keys, Input>, SocketMembers<Message, Event> {
  readonly signal: AbortSignal
}
