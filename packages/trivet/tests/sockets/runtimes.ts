import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { programOf } from "../conformance/runtimes.ts"
import { startWorkers } from "../edge/start-workerd.ts"

/** A runtime that serves the application of the suite. */
export interface SocketRuntime {
  readonly name: "node" | "bun" | "deno" | "workerd"
  start(): Promise<StartedRuntime>
}

/** The application, served. */
export interface StartedRuntime {
  /** Without a scheme: `127.0.0.1:1234`. */
  readonly host: string
  /** Stops the application and leaves the runtime running; not there where nothing can be told to it. */
  stopApp?(): void
  stop(): Promise<void>
}

const condition = "--conditions=@trivet/source"

/** Every runtime that opens sockets. */
export const socketRuntimes: readonly SocketRuntime[] = [
  { name: "node", start: () => startProgram(process.execPath, [condition]) },
  { name: "bun", start: () => startProgram(programOf("use-bun", "bun"), [condition]) },
  {
    name: "deno",
    start: () => startProgram(programOf("use-deno", "deno"), ["run", "--allow-all", condition]),
  },
  { name: "workerd", start: startOnWorkerd },
]

async function startProgram(program: string, args: readonly string[]): Promise<StartedRuntime> {
  const child = spawn(program, [...args, join(import.meta.dirname, "serve.ts")], {
    cwd: join(import.meta.dirname, "../../../.."),
    stdio: ["pipe", "pipe", "inherit"],
  })
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])) as [string]
  const { port } = JSON.parse(line) as { port: number }
  return {
    host: `127.0.0.1:${port}`,
    stopApp: () => child.stdin.end(),
    stop: async () => {
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
    },
  }
}

async function startOnWorkerd(): Promise<StartedRuntime> {
  const { ports, stop } = await startWorkers({ app: { file: join(import.meta.dirname, "worker.ts") } })
  return { host: `127.0.0.1:${ports["app"]!}`, stop }
}
