import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MultipartOptions } from "../../src/index.ts"

/** What the attacked process tells of itself. */
export interface Told {
  /** Lines of its log that are errors. */
  readonly errors: number
  /** The most memory it had since it was started, and what it has now, in bytes. */
  readonly most: number
  readonly now: number
}

/** A site that takes files, in a process and with a folder of its own. */
export class AttackedProcess {
  readonly port: number
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#child = child
  }

  /** Starts it with the limits of `multipart()`. */
  static async start(limits: MultipartOptions): Promise<AttackedProcess> {
    const folder = await mkdtemp(join(tmpdir(), "uploads-attacked-"))
    const child = fork(join(import.meta.dirname, "attacked.ts"), [folder, JSON.stringify(limits)], {
      execArgv: ["--conditions=@trivet/source", "--expose-gc"],
    })
    const gone = once(child, "exit").then(() => Promise.reject(new Error("it did not start")))
    const [port] = (await Promise.race([once(child, "message"), gone])) as [number]
    return new AttackedProcess(port, folder, child)
  }

  /** What lies in its folder. */
  files(): Promise<string[]> {
    return readdir(this.#folder, { recursive: true })
  }

  async tell(): Promise<Told> {
    const told = once(this.#child, "message")
    this.#child.send("tell")
    return ((await told) as [Told])[0]
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, "exit")
    this.#child.disconnect()
    await gone
    await rm(this.#folder, { recursive: true })
  }
}
