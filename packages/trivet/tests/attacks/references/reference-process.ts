import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { RawSocket } from "../raw-socket.ts"
import type { Watched, WatchedRoute } from "./watched.ts"

const examples = join(import.meta.dirname, "../../../../../examples")

/** A reference application in a process of its own: its program as it is, with a count of every handler's calls. */
export class ReferenceProcess {
  readonly port: number
  readonly routes: readonly WatchedRoute[]
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, { port, routes }: Watched) {
    this.#child = child
    this.port = port
    this.routes = routes
  }

  /** Starts it with nothing set but a port that the system chooses: its database and its stores are in memory. */
  static async start(name: string): Promise<ReferenceProcess> {
    const { PATH = "", HOME = "" } = process.env
    const child = fork(join(examples, name, "src/main.ts"), {
      cwd: join(examples, name),
      execArgv: ["--conditions=@trivet/source", "--import", join(import.meta.dirname, "watched.ts")],
      env: { PATH, HOME, PORT: "0", WATCHED_MODULE: join(examples, name, "src/app-module.ts") },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    const ended = once(child, "exit").then((): never => {
      throw new Error(`${name} did not start`)
    })
    const [watched] = (await Promise.race([once(child, "message"), ended])) as [Watched]
    return new ReferenceProcess(child, watched)
  }

  get pid(): number {
    return this.#child.pid!
  }
  get lives(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  open(): Promise<RawSocket> {
    return RawSocket.open(this.port)
  }

  /** How often each method of a controller was called. */
  async calls(): Promise<Readonly<Record<string, number>>> {
    this.#child.send({})
    const [answer] = (await once(this.#child, "message")) as [{ calls: Readonly<Record<string, number>> }]
    return answer.calls
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, "exit")
    this.#child.disconnect()
    await gone
  }
}
