import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import type { StreamSchema } from "../schema/stream.ts"

/** A reply as the client returns it. A status that the record names has the type of its body; `ok` is true for success. */
export interface ClientReply<Ok extends boolean = boolean, Status extends number = number, Body = unknown> {
  /** Whether the status is a success: any of 200 to 299 that the record names. Without `returns`, any of 200 to 299. */
  readonly ok: Ok
  /** The HTTP status. */
  readonly status: Status
  /** The body: a value from JSON, a text for `text/*`, otherwise bytes; `null` without a body. */
  readonly body: Body
  /** The headers of the reply. */
  readonly headers: Headers
}

/** An event of a record with `stream()`, as the client yields it. */
export interface StreamedEvent<Data = unknown> {
  /** The type of the event; `message` if the server named none. */
  readonly event: string
  /** The data. */
  readonly data: Data
  /** The id of the last event that had one; empty if none had. */
  readonly id: string
}

/** A reply with a status that the record does not name, such as the 401 of a middleware. `Named` are the others. */
export interface OtherReply<Named extends number> extends ClientReply<false, OtherStatus<Named>> {}

/** The replies of a record: one type for each status in its `returns`, and `OtherReply`. `Read` is what `read` returns. */
export type ReplyOf<Given, Read = Parsed> = Given extends { readonly returns: infer Statuses }
  ?
      | { [Status in keyof Statuses & number]: NamedReply<Status, Statuses[Status], Read> }[keyof Statuses &
          number]
      | OtherReply<keyof Statuses & number>
  : ClientReply<true, number, Read extends Parsed ? unknown : Read> | ClientReply<false>

/** For the compiler: the call has no `read`, so the body is parsed by its media type. */
export interface Parsed {
  readonly "~parsed": never
}

type NamedReply<Status extends number, Schema, Read> = `${Status}` extends `2${string}`
  ? ClientReply<true, Status, Read extends Parsed ? BodyOf<Schema> : Read>
  : ClientReply<false, Status, BodyOf<Schema>>

type BodyOf<Schema> =
  Schema extends StreamSchema<infer Event>
    ? AsyncGenerator<StreamedEvent<OutputOf<Event>>, void>
    : Schema extends StandardSchema
      ? OutputOf<Schema>
      : null

// All statuses as literals: with `number`, `reply.status === 404` would not exclude this reply.
type OtherStatus<Named extends number> = Exclude<AnyStatus, Named>
type AnyStatus = NumberIn<`${2 | 3 | 4 | 5}${Digit}${Digit}`>
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
type NumberIn<Text> = Text extends `${infer Found extends number}` ? Found : never
