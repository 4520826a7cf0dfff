import { setTimeout as sleep } from "node:timers/promises"
import type { PrivatePostgres } from "@trivet/postgres/testing"
import type { WorkOptions } from "./programs/work.ts"
import { RunnerProcess } from "./runner-process.ts"

/** Two runners on a server of their own, and everything that may happen to them. */
export class Chaos {
  readonly #server: PrivatePostgres
  readonly #options: WorkOptions
  readonly #runners: RunnerProcess[]
  /** What was done, and how often. */
  readonly done: Record<string, number> = {}
  /** How many lines the runners that were killed had logged. */
  #lines = 0

  private constructor(server: PrivatePostgres, options: WorkOptions, runners: RunnerProcess[]) {
    this.#server = server
    this.#options = options
    this.#runners = runners
  }

  static async start(server: PrivatePostgres, options: WorkOptions): Promise<Chaos> {
    const runners = await Promise.all([RunnerProcess.start(options), RunnerProcess.start(options)])
    return new Chaos(server, options, runners)
  }

  get lines(): number {
    return this.#runners.reduce((sum, { log }) => sum + log.length, this.#lines)
  }

  /** Everything once, in about 15 seconds: a runner sleeps for longer than others wait for it. */
  async round(): Promise<void> {
    const [first] = this.#runners
    first!.signal("SIGSTOP")
    this.#count("runners suspended for 12 s")
    const until = performance.now() + 12_000
    await sleep(1_000)
    await this.#terminate(5)
    await this.#restart()
    await sleep(1_000)
    await this.#kill(1)
    await this.#terminate(5)
    await sleep(Math.max(0, until - performance.now()))
    first!.signal("SIGCONT")
    await sleep(500)
    await this.#restart()
    await this.#kill(0)
    this.#runners.reverse()
  }

  async end(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.kill()))
  }

  async #terminate(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const ended = await this.#server.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 2`)
      this.#count("backends terminated", ended.length)
      await sleep(100)
    }
  }

  async #restart(): Promise<void> {
    await this.#server.stop("immediate")
    await sleep(300)
    await this.#server.start()
    this.#count("immediate restarts of PostgreSQL")
  }

  async #kill(at: number): Promise<void> {
    const killed = this.#runners[at]!
    await killed.kill()
    this.#lines += killed.log.length
    this.#runners[at] = await RunnerProcess.start(this.#options)
    this.#count("runners killed")
  }

  #count(what: string, times = 1): void {
    this.done[what] = (this.done[what] ?? 0) + times
  }
}
