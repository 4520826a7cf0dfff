import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { RedisClient } from "redis"

/** Makes clients of node-redis faster than its `createClient`, which builds a class for each address. */
export const newClient: ReturnType<typeof RedisClient.factory> = RedisClient.factory()

/** A Redis server for one test, which may stop and freeze it. It needs the program `redis-server`. */
export class PrivateRedis {
  /** The port. */
  readonly port: number
  readonly #options: readonly string[]
  #process: ChildProcess | undefined

  private constructor(port: number, options: readonly string[]) {
    this.port = port
    this.#options = options
  }

  /** Starts a server on a free port, without persistence. `options` are arguments of `redis-server`. */
  static async start(options: readonly string[] = []): Promise<PrivateRedis> {
    const own = new PrivateRedis(await freePort(), options)
    await own.start()
    return own
  }

  /** The address of the server. */
  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** The process id. */
  get pid(): number {
    return this.#process!.pid!
  }

  /** Starts the server again after `stop()`, on the same port and without data. */
  async start(): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    this.#process = spawn("redis-server", [...args, ...this.#options], { stdio: "ignore", cwd: "/" })
    const end = performance.now() + 60_000
    while (performance.now() < end) {
      const client = newClient({ url: this.url, socket: { reconnectStrategy: false } })
      client.on("error", () => undefined)
      try {
        await client.connect()
        await client.ping()
        client.destroy()
        return
      } catch {
        client.destroy()
        await sleep(25)
      }
    }
    throw new Error("redis-server did not answer within 60 s: is it installed, and the port free?")
  }

  /** Stops the server with a signal, and waits until it has exited. Default: SIGKILL. */
  async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const running = this.#process
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, "exit")
    running.kill("SIGCONT")
    running.kill(signal)
    await ended
  }

  /** Suspends the server: it accepts connections and does not answer. */
  freeze(): void {
    this.#process?.kill("SIGSTOP")
  }

  /** Resumes the server. */
  thaw(): void {
    this.#process?.kill("SIGCONT")
  }
}

/** A port that is not in use. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}
