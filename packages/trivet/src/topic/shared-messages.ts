import { Fault } from "../fault/fault.ts"
import type { SchemaResult, StandardSchema } from "../schema/standard-schema.ts"
import { SharedMessage } from "./shared-message.ts"
import type { CarriedMessage } from "./topic-message.ts"

/**
 * Parses the messages of a carrier. All readers of a process get a message in direct succession, so the last one is
 * cached: it is parsed and validated once for all of them.
 */
export class SharedMessages {
  /** How many messages a reader may be behind at most. */
  readonly limit: number
  #topic = ""
  #text = ""
  #last: SharedMessage | undefined

  constructor(limit: number) {
    this.limit = limit
  }

  /** The message for readers with this schema; a promise only if the schema validates asynchronously. */
  read(
    topic: string,
    { id, text }: CarriedMessage,
    schema: StandardSchema | undefined,
  ): SharedMessage | Promise<SharedMessage> {
    const last = this.#last
    const isLast = last?.id === id && last.schema === schema && this.#topic === topic && this.#text === text
    if (isLast) return last
    const keep = (data: unknown): SharedMessage => {
      this.#topic = topic
      this.#text = text
      return (this.#last = new SharedMessage(id, data, schema))
    }
    const parsed: unknown = JSON.parse(text)
    if (schema === undefined) return keep(parsed)
    const result = schema["~standard"].validate(parsed)
    return result instanceof Promise
      ? result.then((later) => keep(valueOf(later, topic)))
      : keep(valueOf(result, topic))
  }
}

function valueOf(result: SchemaResult<unknown>, topic: string): unknown {
  if (result.issues === undefined) return result.value
  const reason = result.issues.map(({ message }) => message).join("; ")
  throw new Fault("TOPIC_MESSAGE_INVALID", { topic, reason: `it breaks its schema: ${reason}` })
}
