import { Fault } from "../fault/fault.ts"
import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import { checkTopic, messageText } from "./check-topic.ts"
import { SharedMessages } from "./shared-messages.ts"
import type { Subscriber, Subscription } from "./topic-message.ts"
import { TopicReader } from "./topic-reader.ts"
import { TopicSubscription } from "./topic-subscription.ts"

/** How much a carrier of topics keeps. */
export interface TopicsOptions {
  /** How many messages of each topic are kept for subscriptions that resume; 0 for none. Default: 100. */
  readonly history?: number
  /** Seconds after which the messages of a topic are forgotten in which nothing is published. Default: 3,600. */
  readonly historySeconds?: number
  /** How many messages a subscription is behind at most, beside those of `history`; then it ends. Default: 1,000. */
  readonly buffer?: number
}

/**
 * Carries messages from code that publishes to calls that listen, in all processes that share the carrier; inject it with
 * `inject(Topics)`. A subscription gets messages in the order of each publisher, none twice. It ends with a fault rather than
 * leave a message out.
 *
 * @example
 * ```ts
 * import { type Context, events, get, inject, MemoryTopics, module, post, provide, routes, Topics } from "trivet"
 *
 * class Chat {
 *   readonly #topics = inject(Topics)
 *
 *   routes() {
 *     return routes([get("/rooms/:room", this.listen), post("/rooms/:room/:text", this.say)])
 *   }
 *   async listen(ctx: Context<"/rooms/:room">) {
 *     return events(await this.#topics.subscribe(ctx, `room:${ctx.param("room")}`))
 *   }
 *   async say(ctx: Context<"/rooms/:room/:text">) {
 *     await this.#topics.publish(`room:${ctx.param("room")}`, { text: ctx.param("text") })
 *   }
 * }
 *
 * export const ChatModule = module({
 *   name: "chat",
 *   declarations: [Chat, provide(Topics, () => new MemoryTopics())],
 * })
 * ```
 */
export abstract class Topics {
  readonly #shared: SharedMessages

  constructor({ history = 100, historySeconds = 3_600, buffer = 1_000 }: TopicsOptions = {}) {
    for (const [option, value] of Object.entries({ history, historySeconds, buffer }))
      if (!Number.isSafeInteger(value) || value < (option === "history" ? 0 : 1))
        throw new Fault("OPTION_INVALID", {
          what: "`Topics`",
          reason: `\`${option}\` is ${value}, which is no whole number above 0`,
        })
    // What is kept comes at once when a subscription resumes.
    this.#shared = new SharedMessages(history + buffer)
  }

  /**
   * Publishes a message, which is sent as JSON, and returns its id. It has arrived at the carrier then, not at a reader.
   * A name has up to 200 characters, without control characters and `* ? [ ] \ >`.
   */
  async publish(topic: string, message: unknown): Promise<string> {
    return this.deliver(checkTopic(topic), messageText(topic, message))
  }

  /**
   * Listens to a topic until the call ends: `events(await topics.subscribe(ctx, "post:7"))`. What is published after the
   * promise is fulfilled arrives. If the call has a `Last-Event-ID`, the messages after it come first, as far as they are
   * kept. With a schema, messages are validated and typed.
   */
  subscribe(ctx: Subscriber, topic: string): Promise<Subscription>
  subscribe<Schema extends StandardSchema>(
    ctx: Subscriber,
    topic: string,
    schema: Schema,
  ): Promise<Subscription<OutputOf<Schema>>>
  async subscribe(ctx: Subscriber, topic: string, schema?: StandardSchema): Promise<Subscription> {
    const reader = new TopicReader(checkTopic(topic), schema, this.#shared)
    endWith(ctx, reader)
    const last = ctx.header("last-event-id")
    const after = isId(last) ? last : undefined
    try {
      const isWhole = await this.listen(topic, after, reader)
      // An id that is none of this carrier's was sent by a client that had messages of another.
      const missed = after === undefined ? last !== "" : !isWhole
      return new TopicSubscription(reader, missed)
    } catch (error) {
      reader.end()
      throw error
    }
  }

  /** Sends a message, which is JSON, to all readers of a topic, and returns its id: two numbers with a `-` between them. */
  protected abstract deliver(topic: string, text: string): Promise<string>

  /**
   * Gives the messages of a topic to a reader until it is closed, first those that are kept after the message `after`.
   * Returns whether that one is still kept: otherwise, all that are kept come first.
   */
  protected abstract listen(topic: string, after: string | undefined, reader: TopicReader): Promise<boolean>
}

/** Ends a subscription with its call. */
function endWith(ctx: Subscriber, reader: TopicReader): void {
  // A signal takes much memory, and a process has many sockets.
  if (ctx.onEnd !== undefined) return reader.onClose(ctx.onEnd(reader))
  const end = () => reader.end()
  const { signal } = ctx
  signal.addEventListener("abort", end)
  reader.onClose(() => signal.removeEventListener("abort", end))
  // A reply can end without a word to its source: to a HEAD request, or if an error takes its place.
  ctx.onDone?.(end)
  if (signal.aborted) end()
}

/** What `Last-Event-ID` must look like: clients send it. */
function isId(text: string): boolean {
  return /^\d{1,16}-\d{1,16}$/.test(text)
}
