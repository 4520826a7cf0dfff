import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { codeOf } from "../../connection/database-error.ts"
import type { NotedDatabase } from "../../connection/noted-databases.ts"
import { fault } from "../../faults.ts"
import { patterns } from "../database-names.ts"

const others = "datname = current_database() and pid <> pg_backend_pid() and application_name = 'trivet'"

/** For all sessions of the database that begin later. */
const settings = [
  // A commit that waits for the disk takes most of the time of a seed. The server does not crash in a simulation.
  "synchronous_commit = off",
  // Otherwise PostgreSQL chooses who fails, if the machine is so busy that a second passes before the simulation does.
  "deadlock_timeout = '1min'",
]

interface Waiter {
  readonly pid: number
  readonly by: readonly number[]
}

/** A connection of the simulation itself, outside the pool of the application. */
export class SideConnection {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(database: NotedDatabase): Promise<SideConnection> {
    const client = await database.connectApart()
    if (client === undefined) throw fault("SIMULATION_NEEDS_SERVER", {})
    if (!new RegExp(patterns.file).test(client.database ?? "")) {
      await client.end()
      throw fault("SIMULATION_DATABASE", { name: client.database ?? "" })
    }
    for (const setting of settings) {
      await client.query(`alter database ${client.database} set ${setting}`).catch(ignoreMissingRight)
      await client.query(`set ${setting}`).catch(ignoreMissingRight)
    }
    await client.query("set application_name = 'trivet simulation'")
    return new SideConnection(client)
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#client.query<Row>(text, [...values])).rows
  }

  /** Runs several statements, separated by `;`. */
  async run(text: string): Promise<void> {
    await this.#client.query(text)
  }

  /**
   * The number of statements that wait for a lock, as PostgreSQL knows it. Of those that wait for each other it cancels one at
   * once; PostgreSQL would do so after `deadlock_timeout`, and which one depends on time. `onDeadlock` is called before.
   */
  async countWaiting(onDeadlock: () => void): Promise<number> {
    const waiters = await this.query<Waiter>(
      `select pid, pg_blocking_pids(pid) as by from pg_stat_activity
       where ${others} and wait_event_type = 'Lock' order by query_start, pid`,
    )
    const waiting = waiters.filter(({ by }) => by.length > 0)
    const victim = waiting.findLast(({ pid }) => isInCycle(pid, waiting))
    if (victim === undefined) return waiting.length
    onDeadlock()
    await this.query("select pg_cancel_backend($1)", [victim.pid])
    while (
      (await this.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [victim.pid]))
        .length > 0
    )
      await sleep(1)
    return 0
  }

  /** Closes a connection of the application, and waits until PostgreSQL has rolled back. */
  async cut(close: () => void): Promise<void> {
    const before = await this.#sessions()
    close()
    for (let tries = 0; tries < 500 && (await this.#sessions()) >= before; tries++) await sleep(1)
  }

  /** Closes every connection of the application, and waits until PostgreSQL has rolled back. */
  async cutAll(): Promise<void> {
    await this.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
    for (let tries = 0; tries < 500 && (await this.#sessions()) > 0; tries++) await sleep(1)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async #sessions(): Promise<number> {
    const [found] = await this.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where ${others}`,
    )
    return found!.n
  }
}

/** They make simulations faster and more certain. Without them they still work. */
function ignoreMissingRight(error: unknown): void {
  if (codeOf(error) !== "42501") throw error
}

function isInCycle(pid: number, waiters: readonly Waiter[]): boolean {
  const seen = new Set<number>()
  const next = [...(waiters.find((one) => one.pid === pid)?.by ?? [])]
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === pid) return true
    if (seen.has(one)) continue
    seen.add(one)
    next.push(...(waiters.find((waiter) => waiter.pid === one)?.by ?? []))
  }
  return false
}
