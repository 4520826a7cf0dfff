import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { connect } from "@nats-io/transport-node"

/**
 * A NATS server with JetStream for one test, which may stop and freeze it. It needs the program `nats-server`.
 *
 * @example
 * ```ts
 * import { PrivateNats } from "@trivet/nats/testing"
 *
 * const server = await PrivateNats.start()
 * console.log(server.url) // nats://127.0.0.1:…
 * await server.stop()
 * // Test what the application does without NATS.
 * await server.start()
 * await server.stop()
 * server.forget()
 * ```
 */
export class PrivateNats {
  /** The port. */
  readonly port: number
  readonly #folder = mkdtempSync(join(tmpdir(), "trivet-nats-"))
  readonly #options: readonly string[]
  #process: ChildProcess | undefined

  private constructor(port: number, options: readonly string[]) {
    this.port = port
    this.#options = options
  }

  /** Starts a server on a free port. `options` are arguments of `nats-server`. */
  static async start(options: readonly string[] = ["-js"]): Promise<PrivateNats> {
    const own = new PrivateNats(await freePort(), options)
    await own.start()
    return own
  }

  /** The address of the server. */
  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  /** Starts the server again after `stop()`, on the same port and with the data that it stored. */
  async start(): Promise<void> {
    const args = ["-a", "127.0.0.1", "-p", String(this.port), "-sd", this.#folder, ...this.#options]
    this.#process = spawn("nats-server", args, { stdio: "ignore", cwd: "/" })
    for (let tries = 0; tries < 400; tries++) {
      try {
        const client = await connect({ servers: `127.0.0.1:${this.port}`, reconnect: false })
        await client.close()
        return
      } catch (error) {
        // A server that requires a password is running.
        if ((error as Error).name === "AuthorizationError") return
        await sleep(25)
      }
    }
    throw new Error("nats-server did not start")
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

  /** Deletes the data of a stopped server. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true })
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}
