import { watchGuards } from "../app/dispatch/watch-guards.ts"
import { logFailure } from "../context/log-failure.ts"
import type { Call } from "../context/call.ts"
import { isThenable } from "../context/is-thenable.ts"
import type { SocketListener, SocketPeer } from "../context/reply/upgrade-reply.ts"
import { systemClock } from "../store/clock.ts"
import { SharedMessage } from "../topic/shared-message.ts"
import type { MessageTarget } from "../topic/topic-flow.ts"
import { TopicSubscription } from "../topic/topic-subscription.ts"
import { Inbox, type InboxOwner } from "./messages/inbox.ts"
import type { Place } from "./places.ts"
import { checkSent, writeSent } from "./messages/sent-text.ts"
import type { SocketRoute } from "./socket-route.ts"

/** Interval at which a source checks whether a slow client has caught up, in milliseconds. */
const drainLook = 20

/** Tracks a connection while it is open. */
export interface ConnectionOwner {
  add(connection: Connection): void
  remove(connection: Connection): void
}

/**
 * The monotonic time in whole milliseconds. Integers need less memory than fractions, and a process has many
 * connections.
 */
export function wholeNow(): number {
  return Math.round(systemClock.monotonic())
}

/** Notified when a connection no longer receives and sends messages. */
export interface Ended {
  end(): void
}

/**
 * One open connection: incoming messages are limited and validated, the buffer of outgoing ones is limited. Parts that
 * not every connection needs are created on first use.
 */
export class Connection implements MessageTarget, SocketListener, InboxOwner {
  readonly route: SocketRoute
  readonly place: Place
  /** When the client last sent anything, including a pong, and when it last sent a message. */
  lastSign: number = wholeNow()
  lastMessage: number = this.lastSign
  /** When the owner sends the next ping. */
  pingAt = 0
  readonly #peer: SocketPeer
  readonly #sockets: ConnectionOwner
  #ctx: Call | undefined
  #controller: AbortController | undefined
  #inbox: Inbox | undefined
  /** Usually one entry. Replacing the array on each change needs the least memory. */
  #ended: readonly Ended[] | undefined
  /** Whether a pong is expected. */
  #isPinged = false
  #isOpen = true
  #isClosed = false

  constructor(peer: SocketPeer, route: SocketRoute, place: Place, sockets: ConnectionOwner) {
    this.#peer = peer
    this.route = route
    this.place = place
    this.#sockets = sockets
  }

  /** Runs the handler, and closes the connection when it returns. */
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
    // In a microtask, because on Bun `close` is called before a listener is set.
    queueMicrotask(() => this.#run(ctx))
  }

  /** Not an `async` function, and no promise for its end: they would stay in memory. */
  #run(ctx: Call): void {
    try {
      const returned = this.route.handler(ctx)
      if (!isThenable(returned)) return this.close()
      returned.then(
        () => this.close(),
        (error: unknown) => this.fail(error),
      )
    } catch (error) {
      this.fail(error)
    }
  }

  /** The messages of the client. */
  get inbox(): Inbox {
    if (this.#inbox !== undefined) return this.#inbox
    this.#inbox = new Inbox(this)
    if (!this.#isOpen) this.#inbox.messages.end()
    return this.#inbox
  }

  /** Whether it receives and sends messages. */
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

  /** Calls `ended.end()` when the connection no longer receives and sends messages, or at once if that is already so. */
  onEnd(ended: Ended): void {
    if (!this.#isOpen) return ended.end()
    // A literal has room for its elements only, and a copy of an empty list for sixteen more.
    this.#ended = this.#ended === undefined ? [ended] : [...this.#ended, ended]
  }
  /** Undoes `onEnd()`. */
  offEnd(ended: Ended): void {
    this.#ended = this.#ended?.filter((one) => one !== ended)
  }
  ping(): void {
    this.#isPinged = true
    this.#peer.ping?.()
  }
  /** Whether pings can be sent. */
  get canPing(): boolean {
    return this.#peer.ping !== undefined
  }
  send(value: unknown): void {
    if (!this.#isOpen) return
    const { settings, pattern } = this.#ctx!
    const { text, bytes } = SharedMessage.write(value) ?? writeSent(value, pattern)
    if (this.route.sends !== undefined && !settings.production) checkSent(text, this.route.sends, pattern)
    this.#peer.send(text, bytes)
    this.#cutIfSlow()
  }
  sendAll(source: AsyncIterable<unknown>): Promise<void> {
    const flow = this.#peer.isBound === true ? undefined : TopicSubscription.flow(source, this)
    return flow ?? this.#sendEach(source)
  }
  offer(message: SharedMessage, flow: { resume(): void }): boolean {
    // The subscription is closed together with the connection.
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
    // Other codes cannot be sent: `ws` throws for them and leaves the connection open.
    if (!/^(100[0-37-9]|101[0-4]|[34]\d{3})$/.test(String(code)))
      return this.fail(new RangeError(`ctx.close(${code}): use 3000 to 4999`))
    this.#end()
    this.#peer.close(code, closeReason(reason))
  }
  cut(): void {
    this.#end()
    this.#peer.cut()
  }
  /** Closes the connection because of an error of the application, and logs it, unless the connection is closed already. */
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

  /** Whether so much is buffered for the client that a source has to wait. */
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

  /** Stops reading, if the runtime can. */
  pause(): void {
    this.#peer.pause?.()
  }
  /** Continues reading. */
  resume(): void {
    this.#peer.resume?.()
  }

  #cutIfSlow(): void {
    if (this.#peer.buffered <= this.route.limits.bufferedBytes) return
    this.#ctx!.log.info({ route: this.#ctx!.pattern }, "a client reads too slowly: cutting its connection")
    this.cut()
  }
}

/** Truncates the reason of a close to the 123 bytes that a frame allows. */
function closeReason(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(123))
  return text.slice(0, read).toWellFormed()
}
