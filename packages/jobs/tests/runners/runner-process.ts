import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import type { WorkOptions } from "./programs/work.ts"

const ownProgram = join(import.meta.dirname, "programs/runner.ts")

/** A program that runs jobs, in a process of its own. */
export class RunnerProcess {
  /** The lines of its log. */
  readonly log: string[] = []
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
    this.ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  }

  /** Starts `programs/runner.ts`, or another program, and waits until it runs jobs: until it prints `ready`. */
  static async start(
    { url, direct }: WorkOptions,
    file: string = ownProgram,
    env: NodeJS.ProcessEnv = {},
  ): Promise<RunnerProcess> {
    const child = spawn(process.execPath, ["--conditions=@trivet/source", file], {
      env: {
        ...process.env,
        ...compileCache,
        ...env,
        WORK_URL: url,
        ...(direct !== undefined && { WORK_DIRECT_URL: direct }),
      },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const runner = new RunnerProcess(child)
    const ready = new Promise<void>((go, refuse) => {
      createInterface(child.stdout).on("line", (line) => {
        runner.log.push(line)
        if (line === "ready") go()
      })
      void runner.ended.then((how) =>
        refuse(new Error(`a runner ended with ${how} before it was ready\n${runner.log.join("\n")}`)),
      )
    })
    await ready
    return runner
  }

  get pid(): number {
    return this.#child.pid!
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Ends it at once, if it has not ended. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL")
    await this.ended
  }
}
