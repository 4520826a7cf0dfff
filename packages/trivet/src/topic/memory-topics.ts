import { type Clock, systemClock } from "../store/clock.ts"
import type { CarriedMessage } from "./topic-message.ts"
import type { TopicReader } from "./topic-reader.ts"
import { Topics, type TopicsOptions } from "./topics.ts"

interface Kept {
  readonly messages: CarriedMessage[]
  /** In the time of the monotonic clock. */
  ends: number
}

/** Maximum number of topics whose messages are kept. The one with the oldest last message is removed first. */
const mostTopics = 10_000

/** `Topics` in the memory of this process, for development, tests and a single process. */
export class MemoryTopics extends Topics {
  /** The name under which `serve()` logs that this data is lost when the process ends. */
  readonly inMemory: string = "topics"
  readonly #history: number
  readonly #milliseconds: number
  readonly #clock: Clock
  /** Part of all ids, so that ids of another process are not accepted. */
  readonly #epoch = Date.now()
  readonly #readers = new Map<string, Set<TopicReader>>()
  /** Ordered by the last message. */
  readonly #kept = new Map<string, Kept>()
  #count = 0
  /** One shared function, because a process has many readers. */
  readonly #leave = (reader: TopicReader): void => {
    const { topic } = reader
    const readers = this.#readers.get(topic)
    readers?.delete(reader)
    if (readers?.size === 0) this.#readers.delete(topic)
  }

  constructor(options: TopicsOptions & { readonly clock?: Clock } = {}) {
    super(options)
    const { history = 100, historySeconds = 3_600, clock = systemClock } = options
    this.#history = history
    this.#milliseconds = historySeconds * 1_000
    this.#clock = clock
  }

  protected async deliver(topic: string, text: string): Promise<string> {
    const message = { id: `${this.#epoch}-${++this.#count}`, text }
    if (this.#history > 0) this.#keep(topic, message)
    for (const reader of this.#readers.get(topic) ?? []) reader.push(message)
    return message.id
  }

  protected async listen(topic: string, after: string | undefined, reader: TopicReader): Promise<boolean> {
    if (reader.isClosed) return true
    const readers = this.#readers.get(topic) ?? new Set()
    this.#readers.set(topic, readers.add(reader))
    reader.onClose(this.#leave)
    if (after === undefined) return true
    this.#forget()
    const kept = this.#kept.get(topic)?.messages ?? []
    const found = kept.findIndex(({ id }) => id === after)
    for (const message of kept.slice(found + 1)) reader.push(message)
    return found !== -1
  }

  #keep(topic: string, message: CarriedMessage): void {
    const messages: CarriedMessage[] = this.#kept.get(topic)?.messages ?? []
    messages.push(message)
    if (messages.length > this.#history) messages.shift()
    this.#kept.delete(topic)
    this.#kept.set(topic, { messages, ends: this.#clock.monotonic() + this.#milliseconds })
    this.#forget()
  }

  #forget(): void {
    const now = this.#clock.monotonic()
    for (const [topic, { ends }] of this.#kept) {
      if (ends > now && this.#kept.size <= mostTopics) return
      this.#kept.delete(topic)
    }
  }
}
