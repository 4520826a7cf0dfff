import type { ReplyHeaders } from "./reply-headers.ts"

/** What an engine can write. `null` is no body at all. */
export type ReplyBody =
  | string
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | null

/** How a call ended: after the last byte, or because one side went away. */
export interface Outcome {
  readonly status: number
  readonly aborted: boolean
}

/** Whether HTTP allows no body with a status, whatever a handler said. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status === 205
}

/** Whether a reply may end a call with a status: below 200 the call would go on, above 599 nobody knows it. */
export function isFinalStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
}

/**
 * The answer to one call as plain data. `ctx.status(n).json(value)` keeps `value` and leaves `body` open: the platform
 * turns it into text, so that the same handler prints a table on a terminal. A reply is sent once.
 *
 * Make one with `Reply.json()`, `Reply.text()`, `Reply.error()`, `Reply.body()` or `Reply.empty()`.
 */
export class Reply<Status extends number = number, Value = unknown> {
  /** For the compiler: without it `instanceof` would give `Reply<any, any>`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is Reply
  status: Status
  /** What goes into `Content-Type` where `headers` has none. */
  type: string | undefined
  headers: ReplyHeaders | undefined
  body: ReplyBody | undefined
  value: Value | undefined
  /** Called once by the engine, after the last byte or an abort. */
  done: ((outcome: Outcome) => void) | undefined

  /** A value that the platform writes: as JSON for HTTP, as text or a table on a terminal. */
  static json<Status extends number, Value>(status: Status, value: Value): Reply<Status, Value> {
    return new Reply(status, undefined, undefined, value)
  }

  /** A plain text. */
  static text<Status extends number>(status: Status, text: string): Reply<Status, string> {
    return new Reply(status, "text/plain; charset=utf-8", text, text)
  }

  /**
   * An error, with a message that the client may see: `Reply.error(403, "Forbidden")`. Its body has the form of all
   * errors of the application.
   */
  static error<Status extends number>(status: Status, message: string): Reply<Status, { error: string }> {
    return new ErrorReply(status, { error: message })
  }

  /** A body that is written already, its `Content-Type`, and the value that it was written from, if there is one. */
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

/** A reply that stands for an error, and not for data that happens to look like one. */
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
