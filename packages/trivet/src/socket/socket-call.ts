import { tellDone } from "../app/dispatch/finish-reply.ts"
import { Call } from "../context/call.ts"
import type { Incoming } from "../context/incoming.ts"
import type { Outcome } from "../context/reply/reply.ts"
import type { SocketMembers } from "./socket-context.ts"
import type { Connection, Ended } from "./connection.ts"

/** The context of a socket: the context of its request, with messages. */
export class SocketCall extends Call implements SocketMembers<unknown, unknown> {
  readonly #connection: Connection

  constructor(request: Call, incoming: Incoming, connection: Connection) {
    super(request.settings, incoming, request.match)
    this.copyValuesFrom(request)
    this.#connection = connection
  }

  override get signal(): AbortSignal {
    return this.#connection.signal
  }
  get messages(): AsyncIterable<unknown> {
    return this.#connection.inbox.messages
  }

  /**
   * Browsers cannot set headers of a WebSocket request, so `Last-Event-ID`, with which a subscription resumes, may be
   * in the query.
   */
  override header(name: string): string {
    const text = super.header(name)
    if (text !== "" || this.incoming.query === "" || name.toLowerCase() !== "last-event-id") return text
    return this.query("last-event-id")
  }
  send(value: unknown): void {
    this.#connection.send(value)
  }
  sendAll(source: AsyncIterable<unknown>): Promise<void> {
    return this.#connection.sendAll(source)
  }
  /** Ends a subscription when the connection closes. */
  onEnd(ended: Ended): void {
    this.#connection.onEnd(ended)
  }
  offEnd(ended: Ended): void {
    this.#connection.offEnd(ended)
  }
  override onDone(listener: (outcome: Outcome) => unknown): void {
    const end = () => void tellDone([listener], { status: 101, aborted: false }, this)
    this.#connection.onEnd({ end })
  }
  close(code?: number, reason?: string): void {
    this.#connection.close(code, reason)
  }
}
