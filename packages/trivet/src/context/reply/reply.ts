import type { ReplyHeaders } from "./reply-headers.ts"

/** The body of a reply. `null` is no body. */
export type ReplyBody =
  | string
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | null

/** How a call ended. */
export interface Outcome {
  /** The status of the reply. */
  readonly status: number
  /** Whether the reply was not sent completely: the client disconnected, or the body failed. */
  readonly aborted: boolean
}

/** Whether HTTP forbids a body for a status. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status === 205
}

/** Whether a status can end a call: statuses below 200 are informational, and those above 599 are undefined. */
export function isFinalStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
}

/**
 * The reply to one call. `ctx.status(n).json(value)` sets `value` and no `body`: the platform writes the body, so that
 * the same handler sends JSON over HTTP and prints a table on a terminal. Return each reply once; do not share one
 * between calls.
 *
 * Make one with `Reply.json()`, `Reply.text()`, `Reply.error()`, `Reply.body()` or `Reply.empty()`.
 */
export class Reply<Status extends number = number, Value = unknown> {
  /** For the compiler: `instanceof` narrows to `Reply` instead of `Reply<any, any>`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is Reply
  /** The HTTP status, 200 to 599. */
  status: Status
  /** The `Content-Type`, unless `headers` has one. */
  type: string | undefined
  /** The headers; `undefined` if there are none yet. */
  headers: ReplyHeaders | undefined
  /** The body; `undefined` if the platform writes it from `value`, `null` for none. */
  body: ReplyBody | undefined
  /** The value that the platform writes, or from which `body` was made. */
  value: Value | undefined
  /**
   * Called once by the server, after the last byte or if the reply was aborted. May return a promise, which never rejects.
   * Use `ctx.onDone()` instead.
   */
  done: ((outcome: Outcome) => unknown) | undefined

  /** A value that the platform writes: as JSON over HTTP, as text or a table on a terminal. */
  static json<Status extends number, Value>(status: Status, value: Value): Reply<Status, Value> {
    return new Reply(status, undefined, undefined, value)
  }

  /** A text, sent as `text/plain`. */
  static text<Status extends number>(status: Status, text: string): Reply<Status, string> {
    return new Reply(status, "text/plain; charset=utf-8", text, text)
  }

  /**
   * An error with a message for the client: `Reply.error(403, "Forbidden")`. Its body has the format of the other errors
   * of the application. Unlike a thrown error it has no stack.
   */
  static error<Status extends number>(status: Status, message: string): Reply<Status, { error: string }> {
    return new ErrorReply(status, { error: message })
  }

  /**
   * A complete body and its `Content-Type`. `value` is what the body was made from, if anything: the web platform renders
   * a `view` from it, and `returns` checks it.
   */
  static body<Status extends number, Value>(
    status: Status,
    type: string | undefined,
    body: ReplyBody,
    value?: Value,
  ): Reply<Status, Value> {
    return new Reply(status, type, body, value)
  }

  /** A reply without a body. */
  static empty<Status extends number>(status: Status): Reply<Status, null> {
    return new Reply<Status, null>(status, undefined, null, undefined)
  }

  protected constructor(
    status: Status,
    type: string | undefined,
    body: ReplyBody | undefined,
    value: Value | undefined,
  ) {
    this.status = status
    this.type = type
    this.headers = undefined
    this.body = body
    this.value = value
    this.done = undefined
  }
}

/** A reply that represents an error, as distinct from data that only looks like one. */
export class ErrorReply<
  Status extends number = number,
  Value extends { readonly error: string } = { readonly error: string },
> extends Reply<Status, Value> {
  /** For the compiler, as in `Reply`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is ErrorReply

  constructor(status: Status, value: Value) {
    super(status, undefined, undefined, value)
  }
}
