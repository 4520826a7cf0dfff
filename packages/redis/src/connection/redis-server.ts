import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import { findMaster } from "./find-master.ts"
import { makeClient } from "./make-client.ts"
import { placeOfServer, type RedisSettings } from "./redis-settings.ts"
import type { BeforeUse, RedisTarget, Send } from "./redis-target.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"
import { ReplyWatch } from "./reply-watch.ts"
import { createSparseLog } from "../sparse-log.ts"

interface Line {
  readonly client: Client
  readonly watch: ReplyWatch
  /** Resolves with the reason when the connection is lost. */
  readonly lost: Promise<unknown>
}

type Client = ReturnType<typeof makeClient>

/**
 * One server, or the master that Sentinels name. It reconnects whenever the connection is lost, then to the master of that
 * time. A server that does not answer counts as unavailable.
 */
export class RedisServer implements RedisTarget {
  readonly url: string
  readonly place: string
  readonly #settings: RedisSettings
  readonly #beforeUse: readonly BeforeUse[]
  readonly #log: Log | undefined
  readonly #stopping = new AbortController()
  #line: Line | undefined
  #running: Promise<void> | undefined
  #tried: Promise<void> | undefined
  #failure: unknown
  /** The master that could not be used, if Sentinels named it. */
  #failedMaster: string | undefined

  constructor(url: string, settings: RedisSettings, beforeUse: readonly BeforeUse[], log?: Log) {
    this.url = url
    this.place = placeOfServer(settings, url)
    this.#settings = settings
    this.#beforeUse = beforeUse
    this.#log = log
  }

  get ready(): boolean {
    return this.#line !== undefined
  }

  get asked(): boolean {
    return this.#tried !== undefined
  }

  get failure(): unknown {
    return this.#failure
  }

  send<Reply>(command: readonly string[]): Promise<Reply> {
    if (this.#line !== undefined) return sendOn(this.#line, command)
    return this.#firstLine().then((line) => sendOn(line, command))
  }

  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value> {
    const command = ["GET", key]
    if (this.#line === undefined) return this.send<string | null>(command).then(convert)
    const { client, watch } = this.#line
    watch.sent()
    return client
      .sendCommand<string | null>(command)
      .then((text) => convert(watch.answered(text)), watch.failed)
  }

  open(): Promise<void> {
    this.#tried ??= new Promise((done) => {
      this.#running = this.#keepOpen(done)
    })
    return this.#tried
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    const { client } = this.#line ?? {}
    // `ReplyWatch` ends a connection that does not finish, and with it this wait.
    if (client?.isOpen === true) await client.close().catch(() => undefined)
    await this.#running
  }

  async #firstLine(): Promise<Line> {
    // Only before the first connection: later, commands fail at once instead of waiting.
    if (this.#failure === undefined) await this.open()
    if (this.#line === undefined) throw new RedisUnavailable(this.#failure)
    return this.#line
  }

  async #keepOpen(tried: () => void): Promise<void> {
    const { signal } = this.#stopping
    const logUnavailable = createSparseLog(this.#log, `${this.place} is unavailable`, 30_000)
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const line = await this.#connect()
        const since = performance.now()
        if (failures > 0) this.#log?.info(`${this.place} is available again`)
        this.#line = line
        tried()
        this.#failure = await line.lost
        // A connection that lasted for less than a second does not reset the backoff.
        if (performance.now() - since > 1_000) failures = 0
      } catch (error) {
        this.#failure = error
      }
      this.#line = undefined
      tried()
      if (signal.aborted) return
      logUnavailable(this.#failure)
      // With jitter, so that processes that lost one server do not all reconnect at once.
      const pause = Math.min(50 * 2 ** failures, 1_000) * (0.5 + Math.random() / 2)
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
    tried()
  }

  async #connect(): Promise<Line> {
    const { timeout, connectTimeout, master } = this.#settings
    const url = master === undefined ? this.url : await findMaster(this.#settings, this.#failedMaster)
    const client = makeClient(url, this.#settings)
    let lose: (reason: unknown) => void
    const lost = new Promise<unknown>((tell) => (lose = tell))
    const end = (reason: unknown): void => {
      lose(reason)
      watch.stop()
      client.destroy()
    }
    const watch = new ReplyWatch(timeout, () => end(new Error(`no reply within ${timeout} ms`)))
    const line: Line = { client, watch, lost }
    // An unhandled `error` event would crash the process.
    client.on("error", end)
    client.on("end", () => end(new Error("the connection was closed")))
    const late = setTimeout(() => end(new Error(`not ready within ${connectTimeout} ms`)), connectTimeout)
    const stop = (): void => end(new Error("stopped"))
    this.#stopping.signal.addEventListener("abort", stop)
    try {
      await Promise.race([this.#prepare(line), lost.then((reason) => Promise.reject(reason as Error))])
      this.#failedMaster = undefined
      return line
    } catch (error) {
      this.#failedMaster = url
      end(error)
      throw error
    } finally {
      clearTimeout(late)
      this.#stopping.signal.removeEventListener("abort", stop)
    }
  }

  async #prepare(line: Line): Promise<void> {
    await line.client.connect()
    if (this.#settings.master !== undefined) await checkMaster((command) => sendOn(line, command))
    for (const run of this.#beforeUse) await run((command) => sendOn(line, command))
  }
}

/** A Sentinel may name a server that has been demoted meanwhile, and Redis would reject writes one by one. */
async function checkMaster(send: Send): Promise<void> {
  const [role] = await send<readonly [string]>(["ROLE"])
  if (role !== "master") throw new Error(`the server is a ${role} and not the master`)
}

/** Not async, and with the same two callbacks for all replies: this is the hot path. */
function sendOn<Reply>({ client, watch }: Line, command: readonly string[]): Promise<Reply> {
  watch.sent()
  return client.sendCommand(command).then(watch.answered, watch.failed) as Promise<Reply>
}
