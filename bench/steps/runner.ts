import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import pg from "pg"
import type { Contender } from "./contenders.ts"
import { type Added, createTables } from "./points.ts"

/** A database of a contender, and the processes that run its jobs. */
export class Runner {
  readonly contender: Contender
  /** A connection to the database. */
  readonly client: pg.Client
  readonly #database: TestDatabase
  readonly #children = new Set<ChildProcess>()

  private constructor(contender: Contender, database: TestDatabase, client: pg.Client) {
    this.contender = contender
    this.#database = database
    this.client = client
  }

  /** Creates the database. */
  static async create(contender: Contender, url: string): Promise<Runner> {
    const database = await createTestDatabase({ url })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(createTables)
    return new Runner(contender, database, client)
  }

  /** Starts a process, and waits until it runs jobs or has ended. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
    const { file, args } = this.contender
    const child = fork(join(import.meta.dirname, "runners", `${file}.ts`), args, {
      env: { ...process.env, DATABASE_URL: this.#database.url, NODE_ENV: "production", ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: ["--conditions=@trivet/source"],
    })
    this.#children.add(child)
    await Promise.race([once(child, "message"), once(child, "exit")])
    return child
  }

  /** Lets a process add jobs. */
  add(child: ChildProcess, jobs: Added): void {
    child.send(jobs)
  }

  /** Waits until this many jobs have ended in all. Returns whether they have, within a minute. */
  async ended(jobs: number): Promise<boolean> {
    const until = performance.now() + 60_000
    for (;;) {
      const { rows } = await this.client.query<{ n: number }>(this.contender.ended)
      if (rows[0]!.n >= jobs) return true
      if (performance.now() > until) return false
      await sleep(20)
    }
  }

  /** Ends the processes, and drops the database. */
  async remove(): Promise<void> {
    for (const child of this.#children) await killed(child)
    await this.client.end()
    await this.#database.drop()
  }
}

/** Kills a process, if it has not ended, and waits until it has. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill("SIGKILL")
  await exited
}
