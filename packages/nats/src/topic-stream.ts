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

/** What a stream keeps. */
export interface Kept {
  /** How many messages of each topic. */
  readonly history: number
  readonly historySeconds: number
  /** On how many servers. */
  readonly replicas: number
}

type Settings = Pick<StreamConfig, "max_msgs_per_subject" | "max_age" | "duplicate_window" | "num_replicas">

/** For how many seconds JetStream remembers ids of messages, unless they are kept for less. */
const twoMinutes = 120
/** The status of a cluster that has no leader yet. */
const unavailable = 503

/**
 * The stream in which the last messages of all topics are kept. JetStream republishes each message that it has stored, with
 * its number and that of the message before it in its topic.
 */
export class TopicStream {
  /** Reads what is kept. */
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
    // The server that comes back may have lost its data.
    nats.onLost(() => (this.#ready = undefined))
  }

  /** When the stream was created: numbers of messages have a meaning only together with it. Creates it if it is missing. */
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
      // If nobody stores it, the stream was deleted; it is created before the next one.
      this.#ready = undefined
      throw new NatsUnavailable(error)
    }
  }

  async #settle(): Promise<number> {
    const { streams } = await this.reader.manager()
    const settings = settingsOf(this.#kept)
    try {
      const found = await streams.info(this.#name).catch(unlessMissing)
      if (found === undefined) {
        const made = { name: this.#name, storage: StorageType.File, ...routesOf(this.#prefix) }
        return epochOf(await streams.add({ ...made, ...settings }))
      }
      if (!isSame(found.config, settings)) await streams.update(this.#name, settings)
      return epochOf(found)
    } catch (error) {
      if (!isRejected(error)) throw new NatsUnavailable(error)
      throw fault("NATS_STREAM_FAILED", { stream: this.#name, reason: error.message }, { cause: error })
    }
  }
}

/** Where messages come from, and where they go. */
function routesOf(prefix: string): Required<Pick<StreamConfig, "subjects" | "republish">> {
  const src = `${prefix}.topic.*`
  return { subjects: [src], republish: { src, dest: `${prefix}.live.{{wildcard(1)}}` } }
}

/** What may be changed later. */
function settingsOf({ history, historySeconds, replicas }: Kept): Settings {
  return {
    max_msgs_per_subject: history,
    max_age: nanos(historySeconds * 1_000),
    duplicate_window: nanos(Math.min(historySeconds, twoMinutes) * 1_000),
    num_replicas: replicas,
  }
}

function isSame(config: StreamConfig, settings: Settings): boolean {
  return Object.entries(settings).every(([name, value]) => config[name as keyof StreamConfig] === value)
}

function epochOf({ created }: StreamInfo): number {
  return Date.parse(created)
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined
  throw error
}

/** Whether the server said no, which trying again does not change. Not all classes of errors are exported. */
function isRejected(error: unknown): error is Error {
  if (error instanceof JetStreamApiError) return error.status !== unavailable
  return error instanceof Error && error.name === "JetStreamNotEnabled"
}
