import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Runs a program to its end. Its output is in the error if it fails. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...args], { cwd: "/", timeout: 60_000 })
  return stdout
}

/** A server of a test, which may stop and freeze it. */
export class ServerProcess {
  readonly #program: string
  readonly #args: readonly string[]
  readonly #log: string
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(program: string, args: readonly string[], log: string, env: NodeJS.ProcessEnv = {}) {
    this.#env = env
    this.#program = program
    this.#args = args
    this.#log = log
  }

  start(): void {
    const log = openSync(this.#log, "a")
    this.#child = spawn(this.#program, [...this.#args], {
      stdio: ["ignore", log, log],
      cwd: "/",
      env: { ...process.env, ...this.#env },
    })
    closeSync(log)
  }

  async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill("SIGCONT")
    child.kill(signal)
    await ended
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP")
  }

  thaw(): void {
    this.#child?.kill("SIGCONT")
  }

  /** The last lines of its log, for the error of a test that waits in vain. */
  get endOfLog(): string {
    return readFileSync(this.#log, "utf8").split("\n").slice(-15).join("\n")
  }
}

/** Waits until a port of this machine accepts connections. */
export async function waitForPort(port: number, what: ServerProcess): Promise<void> {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    const socket = connect(port, "127.0.0.1")
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error(`nothing listens on port ${port} after 60 s:\n${what.endOfLog}`)
}

/** Ports that are not in use. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"))
  await Promise.all(servers.map((server) => once(server, "listening")))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(
    servers.map((server) => {
      server.close()
      return once(server, "close")
    }),
  )
  return ports
}
