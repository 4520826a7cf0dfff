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
  /** When its owner next asks the client for a sign of life, and the guards whether it may stay open. */
  pingAt = 0
  recheckAt = 0
  isRechecking = false
  /** Since when the guards could not decide. */
  undecidedSince: number | undefined
  readonly #peer: SocketPeer
  readonly #sockets: ConnectionOwner
  #ctx: Call | undefined
  #controller: AbortController | undefined
  #inbox: Inbox | undefined
  /** Mostly there is one. */
  #ended: Ended | undefined
  #othersEnded: Ended[] | undefined
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
    // No `async` function: its frame would stay as long as the connection.
    run(this.route, ctx).then(
      () => this.close(),
      (error: unknown) => this.fail(error),
    )
  }

  /** The context of its handler. */
  get ctx(): Call {
    return this.#ctx!
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
  alive(): void {
    this.lastSign = wholeNow()
  }
  closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#end()
    this.#sockets.remove(this)
  }

  /** Tells somebody when it takes and sends no more messages; at once if it is so already. */
  onEnd(ended: Ended): void {
    if (!this.#isOpen) ended.end()
    else if (this.#ended === undefined) this.#ended = ended
    else (this.#othersEnded ??= []).push(ended)
  }
  ping(): void {
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
    this.#ctx!.log.error({ err: error, route: this.#ctx!.pattern }, "a socket failed: closing the connection")
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
    this.#ended?.end()
    for (const ended of this.#othersEnded ?? []) ended.end()
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

/** What the handler gives, as a promise, also if it throws. */
function run({ handler }: SocketRoute, ctx: Call): Promise<unknown> {
  try {
    return Promise.resolve(handler(ctx))
  } catch (error) {
    return Promise.reject(error)
  }
}
