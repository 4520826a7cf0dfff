import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Runtime } from "./contenders.ts"

/** A server that runs in a process of its own. */
export interface RunningServer {
  readonly name: string
  readonly pid: number
  readonly url: string
  stop(): void
}

const root = join(import.meta.dirname, "../..")

/** Starts one server and waits until it listens. With `core` it runs on that core only; `checkout` is another work tree. */
export async function startServer(
  name: string,
  runtime: Runtime,
  core?: number,
  folder: string = runtime === "bun" ? "bun-servers" : "servers",
  checkout: string = root,
): Promise<RunningServer> {
  const program = runtime === "bun" ? join(bunFolder(), "bun") : process.execPath
  const file = `${folder}/${name}`
  const run = [program, "--conditions=@trivet/source", join(checkout, "bench/http/run-server.ts"), file]
  const [command, ...args] = core === undefined ? run : ["taskset", "-c", String(core), ...run]
  // taskset becomes the program it starts, so the child's id is the server's.
  const child = spawn(command!, args, {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const port = await portOf(child, name)
  return { name, pid: child.pid!, url: `http://127.0.0.1:${port}`, stop: () => void child.kill("SIGKILL") }
}

function portOf(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) =>
      reject(new Error(`the server "${name}" ended with ${code} before it listened`)),
    )
    createInterface(child.stdout!).on("line", (line) => {
      if (/^\d+$/.test(line)) resolve(Number(line))
    })
  })
}

/** The version of the Bun that servers are started with. */
export function bunVersion(): string {
  return execFileSync(join(bunFolder(), "bun"), ["--version"], { encoding: "utf8" }).trim()
}

function bunFolder(): string {
  return execFileSync(join(root, "scripts/use-bun"), { encoding: "utf8" }).trim()
}
