import { setTimeout as sleep } from "node:timers/promises"
import { createClient, ErrorReply } from "redis"
import type { Log } from "trivet"
import { placeOf, type RedisConnectionOptions, type RedisSettings, settingsOf } from "./redis-settings.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"
import { ReplyWatch } from "./reply-watch.ts"
import { createSparseLog } from "./sparse-log.ts"

/** Sends one command and gives its reply. */
export type Send = <Reply = unknown>(command: readonly string[]) => Promise<Reply>

interface Line {
  readonly client: Client
  readonly watch: ReplyWatch
  /** Is done, with the reason, when the connection is lost. */
  readonly lost: Promise<unknown>
}

type Client = ReturnType<typeof makeClient>

// Refusals that waiting does not change.
const final = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR invalid|ERR DB index|ERR AUTH)/

/**
 * The connection of this process to Redis, made again whenever it is lost. While it is away every command fails at
 * once, and a server that does not answer counts as away.
 */
export class RedisConnection {
  readonly #settings: RedisSettings
  readonly #options: RedisConnectionOptions
  readonly #log: Log | undefined
  readonly #place: string
  readonly #beforeUse: ((send: Send) => Promise<void>)[] = []
  readonly #stopping = new AbortController()
  #line: Line | undefined
  #running: Promise<void> | undefined
  /** Is done when the first attempt has ended, one way or the other. */
  #tried: Promise<void> | undefined
  #failure: unknown

  constructor(options: RedisConnectionOptions, log?: Log) {
    this.#settings = settingsOf(options)
    this.#options = options
    this.#log = log
    this.#place = `Redis at ${placeOf(options.url)}`
  }

  /** Whether commands can be sent now. */
  get ready(): boolean {
    return this.#line !== undefined
  }

  /** Sends one command: `send<string | null>(["GET", "key"])`. Keys go as they are, without a prefix. */
  send<Reply = unknown>(command: readonly string[]): Promise<Reply> {
    if (this.#line !== undefined) return sendOn(this.#line, command)
    return this.#firstLine().then((line) => sendOn(line, command))
  }

  /** Gets a text and converts it: one promise less than `send()` and `then()`, for what is asked for most. */
  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value> {
    const command = ["GET", key]
    if (this.#line === undefined) return this.send<string | null>(command).then(convert)
    const { client, watch } = this.#line
    watch.sent()
    return client
      .sendCommand<string | null>(command)
      .then((text) => convert(watch.answered(text)), watch.failed)
  }

  /** Runs something on each new connection before any other command; when it fails the connection is not used. */
  beforeUse(run: (send: Send) => Promise<void>): void {
    this.#beforeUse.push(run)
  }

  /** Connects. Where Redis is not optional, an application does not start without it. */
  async onStart(): Promise<void> {
    const { lazy, optional = false } = this.#options
    if (typeof lazy === "function" ? lazy() : lazy === true) return
    const ends = performance.now() + this.#settings.startWait
    await this.#open()
    if (optional) return
    while (this.#line === undefined && !isFinal(this.#failure) && performance.now() < ends) await sleep(20)
    if (this.#line !== undefined) return
    await this.onStop()
    throw new Error(`${this.#place} does not answer: ${textOf(this.#failure)}`, { cause: this.#failure })
  }

  /** Waits for the commands that run and closes the connection. */
  async onStop(): Promise<void> {
    this.#stopping.abort()
    const { client } = this.#line ?? {}
    // The watch ends a connection that does not finish, and with it this wait.
    if (client?.isOpen === true) await client.close().catch(() => undefined)
    await this.#running
  }

  /** Throws when Redis does not answer; where it is optional, says so instead. */
  async onHealth(): Promise<string | undefined> {
    if (this.#tried === undefined) return "not asked for yet"
    try {
      await this.send(["PING"])
      return undefined
    } catch (error) {
      if (this.#options.optional !== true) throw error
      return "away; calls go on without it"
    }
  }

  async #firstLine(): Promise<Line> {
    // Only for the first connection: later, to wait for Redis would be to make its callers wait.
    if (this.#failure === undefined) await this.#open()
    if (this.#line === undefined) throw new RedisUnavailable(this.#failure)
    return this.#line
  }

  #open(): Promise<void> {
    this.#tried ??= new Promise((done) => {
      this.#running = this.#keepOpen(done)
    })
    return this.#tried
  }

  async #keepOpen(tried: () => void): Promise<void> {
    const { signal } = this.#stopping
    const sayAway = createSparseLog(this.#log, `${this.#place} is away`, 30_000)
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const line = await this.#connect()
        const since = performance.now()
        if (failures > 0) this.#log?.info(`${this.#place} is back`)
        this.#line = line
        tried()
        this.#failure = await line.lost
        // One that lasts for a moment only is no better than none.
        if (performance.now() - since > 1_000) failures = 0
      } catch (error) {
        this.#failure = error
      }
      this.#line = undefined
      tried()
      if (signal.aborted) return
      sayAway(this.#failure)
      // Half of it by chance: processes that lost one server should not all come back in one moment.
      const pause = Math.min(50 * 2 ** failures, 1_000) * (0.5 + Math.random() / 2)
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }

  async #connect(): Promise<Line> {
    const { timeout, connectTimeout } = this.#settings
    const client = makeClient(this.#settings)
    let lose: (reason: unknown) => void
    const lost = new Promise<unknown>((tell) => (lose = tell))
    const end = (reason: unknown): void => {
      lose(reason)
      watch.stop()
      client.destroy()
    }
    const watch = new ReplyWatch(timeout, () => end(new Error(`no reply within ${timeout} ms`)))
    const line: Line = { client, watch, lost }
    // Without a listener an error would end the process.
    client.on("error", end)
    client.on("end", () => end(new Error("the connection was closed")))
    const late = setTimeout(() => end(new Error(`not ready within ${connectTimeout} ms`)), connectTimeout)
    try {
      await Promise.race([this.#prepare(line), lost.then((reason) => Promise.reject(reason as Error))])
      return line
    } catch (error) {
      end(error)
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  async #prepare(line: Line): Promise<void> {
    await line.client.connect()
    for (const run of this.#beforeUse) await run((command) => sendOn(line, command))
  }
}

/** No async function, and the same two functions for all replies: this is on the way of every command. */
function sendOn<Reply>({ client, watch }: Line, command: readonly string[]): Promise<Reply> {
  watch.sent()
  return client.sendCommand(command).then(watch.answered, watch.failed) as Promise<Reply>
}

function makeClient({ url, connectTimeout }: RedisSettings) {
  return createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    // Its limit is an AbortSignal for every command, dear, and gone once the command is written; the watch sees to it.
    commandOptions: { timeout: 0 },
    // A lost connection is replaced by a new client: this one has no limit for the greeting of a new connection.
    socket: { connectTimeout, reconnectStrategy: false },
  })
}

function isFinal(failure: unknown): boolean {
  return failure instanceof ErrorReply && final.test(failure.message)
}

function textOf(failure: unknown): string {
  // An error of several addresses has no message of its own.
  if (failure instanceof AggregateError) return failure.errors.map(textOf).join(", ")
  return failure instanceof Error ? failure.message : String(failure)
}
