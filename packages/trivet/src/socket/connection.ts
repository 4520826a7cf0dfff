import { watchGuards } from "../app/watch-guards.ts"
import { logFailure } from "../context/log-failure.ts"
import type { Call } from "../context/call.ts"
import type { SocketListener, SocketPeer } from "../context/upgrade-reply.ts"
import { systemClock } from "../store/clock.ts"
import { SharedMessage } from "../topic/shared-message.ts"
import type { MessageTarget } from "../topic/topic-flow.ts"
import { TopicSubscription } from "../topic/topic-subscription.ts"
import { closeReason } from "./close-reason.ts"
import { Inbox, type InboxOwner } from "./inbox.ts"
import type { Place } from "./places.ts"
import { checkSent, writeSent } from "./sent-text.ts"
import type { SocketRoute } from "./socket-route.ts"

/** How often a source that waits for a slow client looks whether it can go on, in milliseconds. */
const drainLook = 20

/** Where a connection is known as long as it is open. */
export interface ConnectionOwner {
  add(connection: Connection): void
  remove(connection: Connection): void
}

/** The monotonic time in whole milliseconds, which take less memory than fractions: a process has many connections. */
export function wholeNow(): number {
  return Math.round(systemClock.monotonic())
}

/** What is told when a connection takes and sends no more messages. */
export interface Ended {
  end(): void
}

/**
 * One open connection: what comes in is limited and validated, what goes out is bounded. What not every connection needs
 * is made when it is first needed.
 */
export class Connection implements MessageTarget, SocketListener, InboxOwner {
  readonly route: SocketRoute
  readonly place: Place
  /** When the client has last shown that it is there, and when it has last sent a message. */
  lastSign: number = wholeNow()
  lastMessage: number = this.lastSign
  /** When its owner next asks the client for a sign of life. */
  pingAt = 0
  readonly #peer: SocketPeer
  readonly #sockets: ConnectionOwner
  #ctx: Call | undefined
  #controller: AbortController | undefined
  #inbox: Inbox | undefined
  /** Mostly there is one: made anew with each, it takes the least memory. */
  #ended: readonly Ended[] | undefined
  /** Whether the client owes a pong. */
  #isPinged = false
  #isOpen = true
  #isClosed = false

  constructor(peer: SocketPeer, route: SocketRoute, place: Place, sockets: ConnectionOwner) {
    this.#peer = peer
    this.route = route
    this.place = place
    this.#sockets = sockets
  }

  /** Runs the handler, and closes the connection when it is done. */
  begin(ctx: Call): void {
    this.#ctx = ctx
    this.#sockets.add(this)
    const { guards, limits } = this.route
    if (guards !== undefined) {
      const end = (isRejected: boolean) =>
        this.close(
          isRejected ? 1008 : 1013,
          `the credentials ${isRejected ? "have ended" : "cannot be checked"}`,
        )
      this.onEnd({ end: watchGuards(ctx, guards, limits.recheckSeconds * 1_000, end) })
    }
    // Not at once: Bun calls `close` before there is a listener. No `async` function: its frame would stay.
    Promise.resolve(ctx)
      .then(this.route.handler)
      .then(
        () => this.close(),
        (error: unknown) => this.fail(error),
      )
  }

  /** What the client sends. */
  get inbox(): Inbox {
    if (this.#inbox !== undefined) return this.#inbox
    this.#inbox = new Inbox(this)
    if (!this.#isOpen) this.#inbox.messages.end()
    return this.#inbox
  }

  /** Whether it takes and sends messages. */
  get isOpen(): boolean {
    return this.#isOpen
  }
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (!this.#isOpen) this.#controller.abort()
    return this.#controller.signal
  }

  message(given: string | Uint8Array | undefined): void {
    if (!this.#isOpen) return
    const now = wholeNow()
    this.lastSign = this.lastMessage = now
    this.inbox.add(given, now)
  }
  control(isPong: boolean): boolean {
    this.lastSign = wholeNow()
    if (isPong && this.#isPinged) this.#isPinged = false
    else if (this.#isOpen) this.inbox.count(this.lastSign)
    return this.#isOpen
  }
  closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#end()
    this.#sockets.remove(this)
  }

  /** Tells somebody when it takes and sends no more messages; at once if it is so already. The result takes that back. */
  onEnd(ended: Ended): () => void {
    if (this.#isOpen) this.#ended = [...(this.#ended ?? []), ended]
    else ended.end()
    return () => void (this.#ended = this.#ended?.filter((one) => one !== ended))
  }
  ping(): void {
    this.#isPinged = true
    this.#peer.ping?.()
  }
  /** Whether the client can be asked for a sign of life. */
  get canPing(): boolean {
    return this.#peer.ping !== undefined
  }
  send(value: unknown): void {
    if (!this.#isOpen) return
    const { settings, pattern } = this.#ctx!
    const { text, bytes } = SharedMessage.write(value) ?? writeSent(value, pattern)
    if (this.route.sends !== undefined && !settings.production) checkSent(text, this.route.sends, pattern)
    this.#peer.send(text, bytes)
    this.#bound()
  }
  sendAll(source: AsyncIterable<unknown>): Promise<void> {
    const flow = this.#peer.isBound === true ? undefined : TopicSubscription.flow(source, this)
    return flow ?? this.#sendEach(source)
  }
  offer(message: SharedMessage, flow: { resume(): void }): boolean {
    // When the connection closes, so does the subscription.
    if (!this.#isOpen) return true
    if (this.#isSlow) {
      setTimeout(() => flow.resume(), drainLook)
      return false
    }
    this.send(message)
    return true
  }
  close(code = 1000, reason = ""): void {
    if (!this.#isOpen) return
    // Others cannot be sent: `ws` throws for them and leaves the connection open.
    if (!/^(100[0-37-9]|101[0-4]|[34]\d{3})$/.test(String(code)))
      return this.fail(new RangeError(`ctx.close(${code}): use 3000 to 4999`))
    this.#end()
    this.#peer.close(code, closeReason(reason))
  }
  cut(): void {
    this.#end()
    this.#peer.cut()
  }
  /** Closes it for an error of the application, which is logged unless the connection is closed already. */
  fail(error: unknown): void {
    if (!this.#isOpen) return
    const { log, pattern, settings } = this.#ctx!
    logFailure(log, { err: error, route: pattern }, "a socket failed: closing the connection", settings.log)
    this.close(1011, "Internal Server Error")
  }

  async #sendEach(source: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const value of source) {
        if (!this.#isOpen) return
        this.send(value)
        while (this.#isOpen && this.#isSlow) await new Promise((go) => setTimeout(go, drainLook))
      }
    } catch (error) {
      this.fail(error)
    }
  }

  /** Whether the client takes so little that a source has to wait for it. */
  get #isSlow(): boolean {
    return this.#peer.buffered > this.route.limits.bufferedBytes / 2
  }

  #end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#inbox?.messages.end()
    this.#controller?.abort()
    const all = this.#ended ?? []
    this.#ended = undefined
    for (const ended of all) ended.end()
  }

  /** Reads no more, where the runtime can stop. */
  pause(): void {
    this.#peer.pause?.()
  }
  /** Reads on. */
  resume(): void {
    this.#peer.resume?.()
  }

  #bound(): void {
    if (this.#peer.buffered <= this.route.limits.bufferedBytes) return
    this.#ctx!.log.info({ route: this.#ctx!.pattern }, "a client reads too slowly: cutting its connection")
    this.cut()
  }
}
