import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Variables } from "../testing/references.ts"

/** A process that can be looked into from outside. */
export interface Program {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** What a process held when nobody asked it anything. */
export interface Sample {
  /** Bytes that are reachable, after garbage was collected. */
  readonly heap: number
  readonly rss: number
  readonly descriptors: number
}

const preload = join(import.meta.dirname, "probe-preload.ts")

/** A process that tells what it holds. */
export class Watched {
  readonly url: string
  readonly samples: Sample[] = []
  readonly #program: Program
  readonly #folder: string

  private constructor(program: Program, folder: string) {
    this.url = program.url
    this.#program = program
    this.#folder = folder
  }

  /** Starts it with what tells of it. */
  static async start(
    start: (variables: Variables) => Promise<Program>,
    variables: Variables,
  ): Promise<Watched> {
    const folder = mkdtempSync(join(tmpdir(), "trivet-soak-"))
    const file = join(folder, "told")
    writeFileSync(file, "")
    const probe = { NODE_OPTIONS: `--import=${preload}`, TRIVET_SOAK_FILE: file }
    return new Watched(await start({ ...variables, ...probe }), folder)
  }

  /** Looks at it once. */
  async look(): Promise<void> {
    const { pid } = this.#program
    process.kill(pid, "SIGUSR2")
    const count = this.samples.length
    for (let tries = 0; tries < 500; tries++) {
      await sleep(20)
      const told = readFileSync(join(this.#folder, "told"), "utf8").split("\n")
      if (told.length <= count + 1) continue
      const memory = JSON.parse(told[count]!) as Omit<Sample, "descriptors">
      this.samples.push({ ...memory, descriptors: readdirSync(`/proc/${pid}/fd`).length })
      return
    }
    throw new Error(`process ${pid} does not tell what it holds`)
  }

  async stop(): Promise<void> {
    await this.#program.stop()
    rmSync(this.#folder, { recursive: true })
  }
}
