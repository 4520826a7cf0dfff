import type { StandardSchema } from "../schema/standard-schema.ts"
import type { TopicMessage } from "./topic-message.ts"

/**
 * A message that all readers of this process share: parsed once, and therefore frozen. It is also serialized once for
 * all connections that send it.
 */
export class SharedMessage implements TopicMessage {
  readonly id: string
  readonly data: unknown
  /** The schema that validated it. */
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

/** A serialized message. */
export interface WrittenMessage {
  readonly text: string
  readonly bytes: Uint8Array
}

function writtenOf(text: string): WrittenMessage {
  return { text, bytes: new TextEncoder().encode(text) }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  // The output of a schema may contain other objects, such as a `Date` or bytes, which are not frozen.
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}
