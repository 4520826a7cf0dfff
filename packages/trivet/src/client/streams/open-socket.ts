import type { InputOf, OutputOf, StandardSchema } from "../../schema/standard-schema.ts"
import type { CallOptions } from "../client-call.ts"
import { ClientError } from "../client-error.ts"
import { ReconnectingSocket } from "./reconnecting-socket.ts"
import { writeParameter, writeQuery } from "../write-target.ts"

/** The fields of a socket's record that its clients use. */
export interface SocketRecord {
  /** The path. */
  readonly path: string
  /** The schema of the messages. */
  readonly accepts?: { readonly message?: StandardSchema }
  /** The schema of what the server sends. */
  readonly sends?: StandardSchema
}

/** Options of `openSocket()`, besides `params` and `query`. */
export interface OpenSocketOptions {
  /** The address of the API, as for `createClient()`: `https://example.com`. */
  readonly url: string
  /** Closes the connection when it is aborted. */
  readonly signal?: AbortSignal
}

/** A connection to a socket. */
export interface ClientSocket<in Message, out Event> extends AsyncIterable<Event> {
  /** Sends a message. While the connection is being opened again, messages wait; it throws if more than 100 wait. */
  send(message: Message): void
  /** Closes the connection, which ends the iteration. */
  close(): void
}

/** The type of the messages that a client sends to a socket. */
export type MessageTo<Given> = Given extends { readonly accepts: { readonly message: infer Schema } }
  ? InputOf<Schema>
  : unknown

/** The type of what a client gets from a socket. */
export type EventOf<Given> = Given extends { readonly sends: infer Schema } ? OutputOf<Schema> : unknown

/**
 * Opens a socket of a record and returns its connection. If the connection is lost, it is opened again after a growing
 * pause. If the events are messages of a topic, which have an `id`, they resume after the last one. The iteration
 * throws a `ClientError` if the server closes the connection for another reason, or cannot be reached ten times in a
 * row.
 *
 * @example
 * ```ts
 * import { dto } from "trivet"
 * import { openSocket } from "trivet/client"
 *
 * const Room = { path: "/rooms/:id", accepts: { message: dto({ text: "required" }) } } as const
 *
 * export async function say(text: string): Promise<unknown> {
 *   const room = openSocket(Room, { url: "https://example.com", params: { id: "7" } })
 *   room.send({ text })
 *   for await (const event of room) return event
 * }
 * ```
 */
export function openSocket<const Given extends SocketRecord>(
  record: Given,
  options: OpenSocketOptions & Pick<CallOptions<Given>, "params" | "query">,
): ClientSocket<MessageTo<Given>, EventOf<Given>> {
  const { path } = record
  const given = options as OpenSocketOptions & { readonly params?: object; readonly query?: object }
  const title = `socket ${path}`
  if (/[?#]/.test(given.url)) throw new ClientError("REQUEST", title, "Remove the query or fragment of `url`")
  const params = (given.params ?? {}) as Readonly<Record<string, unknown>>
  const written = path.replaceAll(/:(\w+)|\*$/g, (whole, name?: string) => {
    const parameter = name ?? whole
    return writeParameter(title, parameter, params[parameter])
  })
  const base = given.url.replace(/\/$/, "").replace(/^http/, "ws") + written
  const targetOf = (last: string) =>
    base + writeQuery(title, { ...given.query, ...(last !== "" && { "last-event-id": last }) })
  return new ReconnectingSocket(title, targetOf, given.signal) as ClientSocket<unknown, never>
}
