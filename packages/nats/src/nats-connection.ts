import { setTimeout as sleep } from "node:timers/promises"
import {
  AuthorizationError,
  connect,
  type NatsConnection as Client,
  type Status,
} from "@nats-io/transport-node"
import type { Log } from "trivet"
import { fault } from "./faults.ts"
import { inTime } from "./in-time.ts"
import { type NatsConnectionOptions, type NatsSettings, natsSettingsOf } from "./nats-settings.ts"
import { NatsUnavailable } from "./nats-unavailable.ts"
import { type SubjectListener, SubjectListeners } from "./subject-listeners.ts"

/** Milliseconds between two pings. */
const askEvery = 5_000

/**
 * The connection of this process to NATS. It reconnects whenever it is lost. While NATS is unavailable, operations fail
 * at once with `NatsUnavailable`. Inject it to use JetStream yourself: `jetstream(await connection.client())`.
 */
export class NatsConnection {
  readonly #settings: NatsSettings
  readonly #options: NatsConnectionOptions
  readonly #log: Log | undefined
  readonly #listeners = new SubjectListeners()
  readonly #lost: (() => void)[] = []
  #opening: Promise<Client> | undefined
  #isConnected = false
  #isStopped = false

  constructor(options: NatsConnectionOptions, log?: Log) {
    this.#settings = natsSettingsOf(options)
    this.#options = options
    this.#log = log
  }

  /** Whether NATS is connected. */
  get ready(): boolean {
    return this.#isConnected
  }

  /** Milliseconds that a reply may take. */
  get timeout(): number {
    return this.#settings.timeout
  }

  /**
   * Returns the client of `@nats-io/transport-node`, for features that this package does not cover. It is the same one
   * as long as the application runs, and reconnects by itself. Rejects with `NatsUnavailable` while NATS is
   * unavailable.
   */
  async client(): Promise<Client> {
    if (this.#isStopped) throw new NatsUnavailable(new Error("the connection was stopped"))
    this.#opening ??= this.#open()
    const client = await this.#opening.catch((error: unknown) => {
      this.#opening = undefined
      throw new NatsUnavailable(error)
    })
    if (!this.#isConnected) throw new NatsUnavailable(new Error("the connection was lost"))
    return client
  }

  /** @internal Listens to a subject until the returned function is called. Rejects with `NatsUnavailable`. */
  async listen(subject: string, listener: SubjectListener): Promise<() => void> {
    return this.#listeners.add(await this.client(), subject, listener)
  }

  /** Calls a function whenever the connection was lost. */
  onLost(listener: () => void): void {
    this.#lost.push(listener)
  }

  /** Connects. Throws if NATS cannot be reached. */
  async onStart(): Promise<void> {
    const { lazy } = this.#options
    if (typeof lazy === "function" ? lazy() : lazy === true) return
    await this.whenAvailable(() => this.client())
  }

  /** Runs work that needs NATS at start. Tries again while NATS is unavailable, for at most `startWait`. */
  async whenAvailable<Value>(work: () => Promise<Value>): Promise<Value> {
    const ends = performance.now() + this.#settings.startWait
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof NatsUnavailable)) throw error
        if (error.cause instanceof AuthorizationError || performance.now() > ends)
          throw this.#unreachable(error.cause)
        await sleep(50)
      }
    }
  }

  /** Sends buffered messages and closes the connection. */
  async onStop(): Promise<void> {
    this.#isStopped = true
    const client = await this.#opening?.catch(() => undefined)
    if (client === undefined) return
    if (this.#isConnected) await inTime(client.flush(), this.timeout).catch(() => undefined)
    this.#isConnected = false
    await client.close()
  }

  /** Throws if NATS does not answer. */
  async onHealth(): Promise<string | undefined> {
    if (this.#opening === undefined) return "not asked for yet"
    const client = await this.client()
    await inTime(client.flush(), this.timeout).catch((error: unknown) => {
      throw new NatsUnavailable(error)
    })
    return undefined
  }

  #unreachable(cause: unknown): Error {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return fault("NATS_UNREACHABLE", { server: this.#settings.servers.join(", "), reason }, { cause })
  }

  async #open(): Promise<Client> {
    const { servers, access, connectTimeout } = this.#settings
    const client = await connect({
      ...access,
      servers: [...servers],
      timeout: connectTimeout,
      // It never stops reconnecting: otherwise the process would have to be restarted.
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: () => 50 + Math.random() * 50,
      pingInterval: askEvery,
      maxPingOut: 1,
      noAsyncTraces: true,
    })
    this.#isConnected = true
    void this.#watch(client)
    return client
  }

  async #watch(client: Client): Promise<void> {
    for await (const status of client.status()) this.#follow(status)
    this.#isConnected = false
  }

  #follow({ type }: Status): void {
    if (this.#isStopped) return
    if (type === "disconnect" && this.#isConnected) {
      this.#isConnected = false
      this.#log?.warn(`The connection to NATS at ${this.#settings.servers.join(", ")} was lost`)
      for (const tell of this.#lost) tell()
      this.#listeners.lost()
    }
    if (type === "reconnect") {
      this.#isConnected = true
      this.#log?.info("NATS is connected again")
      this.#listeners.back()
    }
  }
}
