import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "redis"

/** The server that tests share. They use keys of their own and never stop it. */
export const sharedRedis: string = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"

/** A prefix that nobody else has. */
export function testPrefix(): string {
  return `test-${crypto.randomUUID()}`
}

/** A server of one test's own, which it may stop. */
export class PrivateRedis {
  readonly port: number
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  /** A free port, and a server on it that keeps nothing on disk. */
  static async start(): Promise<PrivateRedis> {
    const own = new PrivateRedis(await freePort())
    await own.start()
    return own
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#process!.pid!
  }

  async start(): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    this.#process = spawn("redis-server", args, { stdio: "ignore", cwd: "/" })
    for (let tries = 0; tries < 200; tries++) {
      const client = createClient({ url: this.url, socket: { reconnectStrategy: false } })
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
    throw new Error("redis-server did not start")
  }

  /** Ends the process, by default without letting it say goodbye. */
  async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const running = this.#process
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, "exit")
    running.kill("SIGCONT")
    running.kill(signal)
    await ended
  }

  /** It takes connections and bytes, and answers nothing. */
  freeze(): void {
    this.#process?.kill("SIGSTOP")
  }

  thaw(): void {
    this.#process?.kill("SIGCONT")
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}
