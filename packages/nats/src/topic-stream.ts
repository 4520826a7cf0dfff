import {
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream"
import { nanos } from "@nats-io/transport-node"
import { fault } from "./faults.ts"
import type { NatsConnection } from "./nats-connection.ts"
import { NatsUnavailable } from "./nats-unavailable.ts"
import { StreamReader } from "./stream-reader.ts"

/** The limits of a stream. */
export interface Kept {
  /** The number of messages of each topic. */
  readonly history: number
  readonly historySeconds: number
  /** The number of servers that store the stream. */
  readonly replicas: number
}

type Settings = Pick<StreamConfig, "max_msgs_per_subject" | "max_age" | "duplicate_window" | "num_replicas">

/** How long JetStream remembers message ids, in seconds, unless messages are kept for less. */
const twoMinutes = 120
/** The status of a cluster that has no leader yet. */
const unavailable = 503

/**
 * The stream in which the last messages of all topics are kept. JetStream republishes each message that it has stored, with
 * its number and that of the message before it in its topic.
 */
export class TopicStream {
  /** Reads the stored messages. */
  readonly reader: StreamReader
  readonly #nats: NatsConnection
  readonly #prefix: string
  readonly #name: string
  readonly #kept: Kept
  #ready: Promise<number> | undefined

  constructor(nats: NatsConnection, prefix: string, kept: Kept) {
    this.#nats = nats
    this.#prefix = prefix
    this.#name = `${prefix}-topics`
    this.#kept = kept
    this.reader = new StreamReader(nats, this.#name, kept.history)
    // A restarted server may have lost its data.
    nats.onLost(() => (this.#ready = undefined))
  }

  /**
   * When the stream was created: message numbers are valid only within one stream. Creates the stream if it is missing.
   */
  epoch(): Promise<number> {
    this.#ready ??= this.#settle().catch((error: unknown) => {
      this.#ready = undefined
      throw error
    })
    return this.#ready
  }

  /** Stores a message and returns its number. */
  async publish(subject: string, text: string): Promise<number> {
    const client = await this.#nats.client()
    try {
      const { seq } = await jetstream(client).publish(subject, text, { timeout: this.#nats.timeout })
      return seq
    } catch (error) {
      // If no stream stores the message, it was deleted; it is created again before the next message.
      this.#ready = undefined
      throw new NatsUnavailable(error)
    }
  }

  async #settle(): Promise<number> {
    const { streams } = await this.reader.manager()
    const settings = streamSettingsOf(this.#kept)
    try {
      const found = await streams.info(this.#name).catch(unlessMissing)
      if (found === undefined) {
        const made = { name: this.#name, storage: StorageType.File, ...routesOf(this.#prefix) }
        return epochOf(await streams.add({ ...made, ...settings }))
      }
      if (!hasSettings(found.config, settings)) await streams.update(this.#name, settings)
      return epochOf(found)
    } catch (error) {
      if (!isRejected(error)) throw new NatsUnavailable(error)
      throw fault("NATS_STREAM_FAILED", { stream: this.#name, reason: error.message }, { cause: error })
    }
  }
}

/** The subjects of stored and of republished messages. */
function routesOf(prefix: string): Required<Pick<StreamConfig, "subjects" | "republish">> {
  const src = `${prefix}.topic.*`
  return { subjects: [src], republish: { src, dest: `${prefix}.live.{{wildcard(1)}}` } }
}

/** The settings that can be changed later. */
function streamSettingsOf({ history, historySeconds, replicas }: Kept): Settings {
  return {
    max_msgs_per_subject: history,
    max_age: nanos(historySeconds * 1_000),
    duplicate_window: nanos(Math.min(historySeconds, twoMinutes) * 1_000),
    num_replicas: replicas,
  }
}

function hasSettings(config: StreamConfig, settings: Settings): boolean {
  return Object.entries(settings).every(([name, value]) => config[name as keyof StreamConfig] === value)
}

function epochOf({ created }: StreamInfo): number {
  return Date.parse(created)
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined
  throw error
}

/** Whether the server rejected the request, which retrying does not change. Not all error classes are exported. */
function isRejected(error: unknown): error is Error {
  if (error instanceof JetStreamApiError) return error.status !== unavailable
  return error instanceof Error && error.name === "JetStreamNotEnabled"
}
