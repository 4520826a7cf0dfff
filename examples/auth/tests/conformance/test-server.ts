import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

/** The service in a process of its own, as `npm start` runs it. */
export class TestServer {
  readonly url: string
  readonly #process: ChildProcess
  #log = ""

  private constructor(child: ChildProcess, url: string) {
    this.url = url
    this.#process = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.#log += String(chunk)))
  }

  /** Starts it with these variables and waits until it answers. Raises what it said when it does not start. */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    program = "src/main.ts",
  ): Promise<TestServer> {
    const port = await freePort()
    const server = new TestServer(
      await spawnService([program], { PORT: String(port), ...environment }),
      `http://127.0.0.1:${port}`,
    )
    for (;;) {
      if (server.#process.exitCode !== null) throw new Error(server.#log)
      const answer = await fetch(`${server.url}/nothing`).catch(() => undefined)
      if (answer !== undefined) return server
      await sleep(50)
    }
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }
  /** Everything that it has written. */
  get log(): string {
    return this.#log
  }
  /** Whether it still runs. */
  get lives(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  async stop(): Promise<void> {
    if (!this.lives) return
    const ended = once(this.#process, "exit")
    this.#process.kill("SIGTERM")
    await ended
  }
}

/** Runs a program of the example to its end, and gives its exit code and what it wrote. */
export async function runService(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = "",
): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = await spawnService(args, environment)
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (text += String(chunk)))
  child.stdin?.end(input)
  const [code] = (await once(child, "close")) as [number | null]
  return { code, text }
}

async function spawnService(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const { PATH = "", HOME = "" } = process.env
  const { flags } = await joinedSources()
  return spawn(process.execPath, [...flags, ...args], {
    cwd: join(import.meta.dirname, "../.."),
    // Nothing of this process's own settings: a case says what is set.
    env: { PATH, HOME, ...compileCache, ...environment },
  })
}
