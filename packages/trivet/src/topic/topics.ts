import { Fault } from "../fault/fault.ts"
import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import { afterCommit } from "../store/after-commit.ts"
import { checkTopic, messageText } from "./check-topic.ts"
import { SharedMessages } from "./shared-messages.ts"
import type { Subscriber, Subscription } from "./topic-message.ts"
import { TopicReader } from "./topic-reader.ts"
import { TopicSubscription } from "./topic-subscription.ts"

/** The limits of a carrier of topics. */
export interface TopicsOptions {
  /** How many messages of each topic are kept for subscriptions that resume; 0 for none. Default: 100. */
  readonly history?: number
  /** Seconds without a new message after which the messages of a topic are removed. Default: 3,600. */
  readonly historySeconds?: number
  /**
   * How many messages a subscription may be behind, in addition to `history`; if there are more, it ends. Default:
   * 1,000.
   */
  readonly buffer?: number
}

/**
 * Carries messages from code that publishes to calls that listen, in all processes that share the carrier; inject it
 * with `inject(Topics)`. A subscription gets messages in the order of each publisher, none twice. It ends with a fault
 * instead of skipping a message.
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
    // A resuming subscription gets the whole history at once.
    this.#shared = new SharedMessages(history + buffer)
  }

  /**
   * Publishes a message, which is sent as JSON, and returns its id. By then the carrier has it, but not necessarily a
   * reader. A name has up to 200 characters, without control characters and `* ? [ ] \ >`. Inside a transaction of a
   * database it is published after the commit, not at all after a rollback, and the id is `undefined`.
   */
  async publish(topic: string, message: unknown): Promise<string | undefined> {
    const [name, text] = [checkTopic(topic), messageText(topic, message)]
    return afterCommit(() => this.deliver(name, text)) ? undefined : this.deliver(name, text)
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
      // An invalid id comes from a client that has messages of another carrier.
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
   * Passes the messages of a topic to a reader until it is closed, first the kept ones after the message `after`.
   * Returns whether that one is still kept; if not, all kept messages come first.
   */
  protected abstract listen(topic: string, after: string | undefined, reader: TopicReader): Promise<boolean>
}

/** Ends a subscription with its call. */
function endWith(ctx: Subscriber, reader: TopicReader): void {
  // Signals need much memory, and a process has many sockets.
  if (ctx.onEnd !== undefined) return reader.endWith(ctx)
  const end = () => reader.end()
  const { signal } = ctx
  signal.addEventListener("abort", end)
  reader.onClose(() => signal.removeEventListener("abort", end))
  // A reply can end without cancelling its source: for a HEAD request, or if an error replaces it.
  ctx.onDone?.(end)
  if (signal.aborted) end()
}

/** Whether a `Last-Event-ID`, which clients can forge, has the right form. */
function isId(text: string): boolean {
  return /^\d{1,16}-\d{1,16}$/.test(text)
}
