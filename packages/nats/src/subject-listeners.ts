import type { Msg, NatsConnection as Client, Subscription } from "@nats-io/transport-node"

/** A listener for the messages of a subject. */
export interface SubjectListener {
  /** Called for each message. */
  hear(message: Msg): void
  /** The connection was lost. Messages before the next one may be missing. */
  lost(): void
  /** The connection is restored. */
  back(): void
  /** NATS no longer permits this user to subscribe. */
  refused(error: Error): void
}

interface Heard {
  readonly subscription: Subscription
  readonly listeners: Set<SubjectListener>
}

/** One subscription per subject, however many listeners: otherwise NATS would send each message several times. */
export class SubjectListeners {
  readonly #subjects = new Map<string, Heard>()

  /** Adds a listener. Returns a function that removes it. */
  add(client: Client, subject: string, listener: SubjectListener): () => void {
    const heard = this.#subjects.get(subject) ?? this.#subscribe(client, subject)
    heard.listeners.add(listener)
    return () => {
      heard.listeners.delete(listener)
      if (heard.listeners.size > 0 || this.#subjects.get(subject) !== heard) return
      this.#subjects.delete(subject)
      if (!client.isClosed()) heard.subscription.unsubscribe()
    }
  }

  lost(): void {
    for (const listener of this.#all()) listener.lost()
  }

  back(): void {
    for (const listener of this.#all()) listener.back()
  }

  #subscribe(client: Client, subject: string): Heard {
    const listeners = new Set<SubjectListener>()
    const callback = (error: Error | null, message: Msg) => {
      if (error === null) for (const listener of listeners) listener.hear(message)
      else this.#refuse(subject, listeners, error)
    }
    const heard = { subscription: client.subscribe(subject, { callback }), listeners }
    this.#subjects.set(subject, heard)
    return heard
  }

  #refuse(subject: string, listeners: Set<SubjectListener>, error: Error): void {
    this.#subjects.delete(subject)
    for (const listener of listeners) listener.refused(error)
  }

  #all(): readonly SubjectListener[] {
    return [...this.#subjects.values()].flatMap(({ listeners }) => [...listeners])
  }
}
