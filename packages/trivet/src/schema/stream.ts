import type { StandardSchema, StandardSchemaProps } from "./standard-schema.ts"

/** The schema of a stream of server-sent events, made by `stream()`. */
export interface StreamSchema<Event extends StandardSchema = StandardSchema> {
  /** The schema of the data of one event. */
  readonly "~event": Event
  /** Describes and validates the data of one event. */
  readonly "~standard": StandardSchemaProps
}

/**
 * Makes the schema of a stream for `returns` of a record: `returns: { 200: stream(Message) }`. The handler returns
 * `events()`, each event's data is checked against the schema, and a client gets typed events and resumes after a lost
 * connection.
 *
 * @example
 * ```ts
 * import { contract, dto, stream } from "trivet"
 *
 * export const Prices = contract({
 *   watch: { method: "GET", path: "/prices", returns: { 200: stream(dto({ cents: "required,integer" })) } },
 * })
 * ```
 */
export function stream<Event extends StandardSchema>(event: Event): StreamSchema<Event> {
  return { "~event": event, "~standard": event["~standard"] }
}

/** Whether a schema of `returns` is that of a stream. */
export function isStreamSchema(schema: StandardSchema | null | undefined): schema is StreamSchema {
  return schema !== null && schema !== undefined && "~event" in schema
}
