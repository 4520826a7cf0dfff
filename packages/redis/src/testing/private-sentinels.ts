import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort, newClient, PrivateRedis } from "./private-redis.ts"

/**
 * Three Redis servers, one of them the master, and three Sentinels that watch them, for one test. It needs the program
 * `redis-server`.
 *
 * @example
 * ```ts
 * import { PrivateSentinels } from "@trivet/redis/testing"
 *
 * const sentinels = await PrivateSentinels.start()
 * console.log(sentinels.url) // redis-sentinel://127.0.0.1:…,127.0.0.1:…,127.0.0.1:…/main
 * await (await sentinels.master()).stop()
 * // Test what the application does until a replica has become the master.
 * await sentinels.stop()
 * ```
 */
export class PrivateSentinels {
  /** The servers. */
  readonly servers: PrivateRedis[]
  readonly #ports: readonly number[]
  readonly #folder: string
  readonly #processes: ChildProcess[]

  private constructor(
    servers: PrivateRedis[],
    ports: readonly number[],
    folder: string,
    processes: ChildProcess[],
  ) {
    this.servers = servers
    this.#ports = ports
    this.#folder = folder
    this.#processes = processes
  }

  /** Starts all, and waits until each Sentinel knows the others and both replicas. */
  static async start(): Promise<PrivateSentinels> {
    const folder = await mkdtemp(join(tmpdir(), "redis-sentinels-"))
    const master = await PrivateRedis.start(["--repl-diskless-sync-delay", "0"])
    const replicas = await Promise.all(
      [1, 2].map(() =>
        PrivateRedis.start([
          "--repl-diskless-sync-delay",
          "0",
          "--replicaof",
          "127.0.0.1",
          String(master.port),
        ]),
      ),
    )
    const ports = await Promise.all([1, 2, 3].map(() => freePort()))
    const processes: ChildProcess[] = []
    for (const port of ports) {
      const file = join(folder, `${port}.conf`)
      // A Sentinel writes to its file.
      await writeFile(
        file,
        `port ${port}\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 ${master.port} 2\n` +
          "sentinel down-after-milliseconds main 1000\nsentinel failover-timeout main 4000\n",
      )
      processes.push(spawn("redis-server", [file, "--sentinel"], { stdio: "ignore", cwd: folder }))
    }
    const own = new PrivateSentinels([master, ...replicas], ports, folder, processes)
    await own.healthy().catch(async (error: unknown) => {
      await own.stop()
      throw error
    })
    return own
  }

  /** The address for `RedisConnection`. */
  get url(): string {
    return `redis-sentinel://${this.#ports.map((port) => `127.0.0.1:${port}`).join()}/main`
  }

  /** The server that the Sentinels name as the master. */
  async master(): Promise<PrivateRedis> {
    const [, port] = await this.#tell<readonly string[]>(0, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main")
    return this.servers.find((server) => String(server.port) === port)!
  }

  /** Waits until all Sentinels name one master that has two replicas, which have its data. */
  async healthy(): Promise<void> {
    const end = performance.now() + 60_000
    for (;;) {
      const views = await Promise.all(this.#ports.keys().map((at) => this.#view(at).catch(() => "")))
      if (views[0] !== "" && new Set(views).size === 1) return
      if (performance.now() > end) throw new Error(`the Sentinels do not agree: ${views.join("; ")}`)
      await sleep(100)
    }
  }

  /** Makes a replica the master, although the master answers. */
  async failOver(): Promise<void> {
    await this.#tell(0, "SENTINEL", "FAILOVER", "main")
  }

  /** Suspends a Sentinel: it accepts connections and does not answer. */
  freezeSentinel(at: number): void {
    this.#processes[at]!.kill("SIGSTOP")
  }

  /** Resumes it. */
  thawSentinel(at: number): void {
    this.#processes[at]!.kill("SIGCONT")
  }

  /** Stops all and deletes their data. */
  async stop(): Promise<void> {
    for (const process of this.#processes) {
      const ended = once(process, "exit")
      process.kill("SIGCONT")
      process.kill("SIGKILL")
      await ended
    }
    await Promise.all(this.servers.map((server) => server.stop()))
    await rm(this.#folder, { recursive: true })
  }

  /** The master by one Sentinel, if everything is as it should be; otherwise the empty text. */
  async #view(at: number): Promise<string> {
    const master = recordOf(await this.#tell<readonly string[]>(at, "SENTINEL", "MASTER", "main"))
    const replicas = await this.#tell<readonly (readonly string[])[]>(at, "SENTINEL", "REPLICAS", "main")
    const well = replicas
      .map(recordOf)
      .filter((one) => one["flags"] === "slave" && one["master-link-status"] === "ok")
    const isWhole = master["flags"] === "master" && master["num-other-sentinels"] === "2" && well.length === 2
    return isWhole && well.every((one) => one["master-port"] === master["port"]) ? master["port"]! : ""
  }

  async #tell<Reply = unknown>(at: number, ...command: readonly string[]): Promise<Reply> {
    const client = newClient({
      url: `redis://127.0.0.1:${this.#ports[at]}`,
      socket: { reconnectStrategy: false },
    })
    client.on("error", () => undefined)
    try {
      await client.connect()
      return await client.sendCommand<Reply>(command)
    } finally {
      client.destroy()
    }
  }
}

/** RESP 2 writes a map as a list of names and values; RESP 3 as a map. */
function recordOf(reply: unknown): Record<string, string> {
  if (!Array.isArray(reply)) return { ...(reply as Record<string, string>) }
  const list = reply as readonly string[]
  return Object.fromEntries(list.filter((_, at) => at % 2 === 0).map((name, at) => [name, list[at * 2 + 1]!]))
}
