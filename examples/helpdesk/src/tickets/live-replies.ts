import { inject, type Subscriber, type Subscription, Topics } from "trivet"
import { Reply } from "./ticket.ts"
import { repliesAtOnce, TicketsStore } from "./tickets-store.ts"

/** The replies of a ticket as they come. The database has all of them; the topic of a ticket says at once that there is one more. */
export class LiveReplies {
  readonly #store = inject(TicketsStore)
  readonly #topics = inject(Topics)

  /** Publishes a reply that was stored. In its transaction: it is published when that commits. */
  async publish(ticketId: string, number: number): Promise<Reply> {
    const [reply] = await this.#store.repliesAfter(ticketId, number - 1)
    await this.#topics.publish(topicOf(ticketId), reply!)
    return reply!
  }

  /** The replies after a number, and those that are written later, until the call ends. */
  async after(ticketId: string, number: number, ctx: Subscriber): Promise<AsyncIterable<Reply>> {
    // Listens first and reads then, so that nothing falls between the two.
    return this.#follow(ticketId, number, await this.#topics.subscribe(ctx, topicOf(ticketId), Reply))
  }

  async *#follow(ticketId: string, number: number, news: Subscription<Reply>): AsyncGenerator<Reply> {
    let last = number
    for await (const reply of this.#stored(ticketId, last)) {
      last = reply.number
      yield reply
    }
    for await (const { data } of news) {
      if (data.number <= last) continue
      // One that is not the next was overtaken on its way from another process, or the one before was never published.
      for await (const reply of data.number === last + 1 ? [data] : this.#stored(ticketId, last)) {
        last = reply.number
        yield reply
      }
    }
  }

  async *#stored(ticketId: string, number: number): AsyncGenerator<Reply> {
    let read: readonly Reply[]
    for (let last = number; ; last = read.at(-1)!.number) {
      read = await this.#store.repliesAfter(ticketId, last)
      yield* read
      if (read.length < repliesAtOnce) return
    }
  }
}

/** A number that an earlier event had as its id; `undefined` for anything else that a client sends. */
export function numberOfEvent(id: string): number | undefined {
  return /^\d{1,9}$/.test(id) ? Number(id) : undefined
}

function topicOf(ticketId: string): string {
  return `ticket:${ticketId}`
}
