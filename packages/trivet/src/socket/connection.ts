import { issuesText } from "../app/issues-text.ts"
import type { Call } from "../context/call.ts"
import { parseJson } from "../context/parse-json.ts"
import type { SocketListener, SocketPeer } from "../context/upgrade-reply.ts"
import type { SchemaResult } from "../schema/standard-schema.ts"
import { systemClock } from "../store/clock.ts"
import { SharedMessage } from "../topic/shared-message.ts"
import type { MessageTarget } from "../topic/topic-flow.ts"
import { TopicSubscription } from "../topic/topic-subscription.ts"
import { closeReason } from "./close-reason.ts"
import { MessageRate } from "./message-rate.ts"
import { MessageQueue } from "./message-queue.ts"
import { checkSent, writeSent } from "./sent-text.ts"
import type { SocketRoute } from "./socket-route.ts"

/** So many messages may wait for the handler before no more are read. */
const mostWaiting = 16
/** Where reading cannot be stopped, so many may wait; more close the connection. */
const mostUnstopped = 1_000
/** How often a source that waits for a slow client looks whether it can go on, in milliseconds. */
const drainLook = 20

const encoder = new TextEncoder()

/** Where a connection is known as long as it is open. */
export interface ConnectionOwner {
  add(connection: Connection, ctx: Call, keys: readonly string[]): void
  remove(connection: Connection): void
}

/** One open connection: what comes in is limited and validated, what goes out is bounded. */
export class Connection implements MessageTarget, SocketListener {
  readonly route: SocketRoute
  readonly messages: MessageQueue
  /** When the client has last shown that it is there, and when it has last sent a message. */
  lastSign: number = systemClock.monotonic()
  lastMessage: number = this.lastSign
  readonly #peer: SocketPeer
  readonly #sockets: ConnectionOwner
  #ctx: Call | undefined
  #controller: AbortController | undefined
  #closeListeners: (() => void)[] | undefined
  #isOpen = true
  #isClosed = false
  #isPaused = false
  /** Settles when the last message is validated; only for schemas that take their time. */
  #checked: Promise<void> | undefined
  #unchecked = 0
  readonly #rate: MessageRate

  constructor(peer: SocketPeer, route: SocketRoute, sockets: ConnectionOwner) {
    this.#peer = peer
    this.route = route
    this.#sockets = sockets
    this.#rate = new MessageRate(route.limits.messagesPerSecond, this.lastSign)
    this.messages = new MessageQueue(this)
  }

  /** Runs the handler, and closes the connection when it is done. */
  begin(ctx: Call, keys: readonly string[]): void {
    this.#ctx = ctx
    this.#sockets.add(this, ctx, keys)
    void this.#run(ctx)
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
    const now = systemClock.monotonic()
    this.lastSign = this.lastMessage = now
    if (!this.#rate.take(now)) return this.close(1008, "too many messages")
    if (given === undefined) return this.close(1003, "messages are JSON texts")
    const bytes = typeof given === "string" ? encoder.encode(given) : given
    if (bytes.length > this.route.limits.messageBytes) return this.close(1009, "the message is too large")
    let value: unknown
    try {
      value = parseJson(bytes)
    } catch {
      return this.close(1007, "the message is no valid JSON")
    }
    try {
      this.#validate(value)
    } catch (error) {
      this.fail(error)
    }
  }
  alive(): void {
    this.lastSign = systemClock.monotonic()
  }
  closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#end()
    this.#sockets.remove(this)
  }

  /** Calls a function when it takes and sends no more messages; at once if it is so already. */
  onClose(listener: () => void): void {
    if (!this.#isOpen) listener()
    // Mostly there is one: a list that grows has room for sixteen more.
    else if (this.#closeListeners === undefined) this.#closeListeners = [listener]
    else this.#closeListeners.push(listener)
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
    this.#peer.close(code, reason)
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

  async #run(ctx: Call): Promise<void> {
    try {
      await this.route.handler(ctx)
      this.close()
    } catch (error) {
      this.fail(error)
    }
  }

  #end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.messages.end()
    this.#controller?.abort()
    for (const listener of this.#closeListeners ?? []) listener()
  }

  #validate(value: unknown): void {
    const { accepts } = this.route
    if (accepts === undefined) return this.#add(value)
    const result = accepts["~standard"].validate(value)
    if (!(result instanceof Promise) && this.#checked === undefined) return this.#take(result)
    // One after the other, in the order in which they came, and no more are read meanwhile.
    this.#pause()
    this.#checked = this.#takeAfter(this.#checked, result)
  }

  async #takeAfter(
    before: Promise<void> | undefined,
    result: SchemaResult<unknown> | Promise<SchemaResult<unknown>>,
  ): Promise<void> {
    this.#unchecked++
    try {
      const later = await result
      await before
      this.#take(later)
    } catch (error) {
      this.fail(error)
    }
    if (--this.#unchecked > 0) return
    this.#checked = undefined
    this.readOn()
  }

  #take(result: SchemaResult<unknown>): void {
    if (result.issues === undefined) this.#add(result.value)
    else this.close(1007, closeReason(`invalid message: ${issuesText(result.issues)}`))
  }

  #add(message: unknown): void {
    this.messages.add(message)
    if (this.messages.size >= mostWaiting) this.#pause()
    if (this.messages.size >= mostUnstopped) this.close(1008, "too many messages")
  }

  #pause(): void {
    this.#isPaused = true
    this.#peer.pause?.()
  }
  /** A message was taken that had to wait. */
  readOn(): void {
    if (!this.#isPaused || this.#checked !== undefined || this.messages.size >= mostWaiting) return
    this.#isPaused = false
    this.#peer.resume?.()
  }

  #bound(): void {
    if (this.#peer.buffered <= this.route.limits.bufferedBytes) return
    this.#ctx!.log.info({ route: this.#ctx!.pattern }, "a client reads too slowly: cutting its connection")
    this.cut()
  }
}
