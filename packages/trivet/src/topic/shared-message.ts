import type { StandardSchema } from "../schema/standard-schema.ts"
import type { TopicMessage } from "./topic-message.ts"

/**
 * A message as all readers of this process get it: parsed once, however many they are, and therefore frozen. It is also
 * written once for all connections that send it on.
 */
export class SharedMessage implements TopicMessage {
  readonly id: string
  readonly data: unknown
  /** With which it was validated. */
  readonly schema: StandardSchema | undefined
  #written: WrittenMessage | undefined

  constructor(id: string, data: unknown, schema: StandardSchema | undefined) {
    this.id = id
    this.data = freeze(data)
    this.schema = schema
  }

  /** The whole message as JSON. */
  static write(value: unknown): WrittenMessage | undefined {
    if (!(value instanceof SharedMessage)) return undefined
    const { id, data } = value
    return (value.#written ??= writtenOf(JSON.stringify({ id, data })))
  }
}

/** A message as connections send it. */
export interface WrittenMessage {
  readonly text: string
  readonly bytes: Uint8Array
}

function writtenOf(text: string): WrittenMessage {
  return { text, bytes: new TextEncoder().encode(text) }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  // Values of a schema may be objects of their own kind, such as a `Date` or bytes.
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}
