import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createTestDatabase, type PrivatePostgres, type TestDatabase } from "@trivet/postgres/testing"
import pg from "pg"
import { PgBoss } from "pg-boss"
import { cpuTimeOf } from "../http/cpu-time.ts"
import type { Contender } from "./contenders.ts"
import { createEffects, queue } from "./effects.ts"
import { now, type Span, type Started, type Wanted } from "./starts.ts"

/** How jobs were run. */
export interface Drained extends Span {
  /** Microseconds of processor time of PostgreSQL for one job, without adding it. */
  readonly server: number
}

const ownTree = join(import.meta.dirname, "../..")

/** Measures one runner while the others are suspended: they ask for jobs and count them each second. */
export async function alone<Figure>(
  runner: Runner,
  runners: readonly Runner[],
  measure: () => Promise<Figure>,
): Promise<Figure> {
  for (const other of runners) if (other !== runner) other.suspend()
  runner.resume()
  return measure()
}

/** A program that runs jobs, with a database of its own. */
export class Runner {
  readonly name: string
  readonly #server: PrivatePostgres
  readonly #database: TestDatabase
  readonly #child: ChildProcess
  readonly #client: pg.Client
  readonly #boss: PgBoss

  private constructor(
    name: string,
    server: PrivatePostgres,
    database: TestDatabase,
    child: ChildProcess,
    client: pg.Client,
    boss: PgBoss,
  ) {
    this.name = name
    this.#server = server
    this.#database = database
    this.#child = child
    this.#client = client
    this.#boss = boss
  }

  /** Starts the program of this work tree, or of another one that has its packages installed. */
  static async start(
    { name, file, args }: Contender,
    server: PrivatePostgres,
    tree: string = ownTree,
  ): Promise<Runner> {
    const database = await createTestDatabase({ url: server.url })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(createEffects)
    const child = fork(join(tree, "bench/jobs/runners", `${file}.ts`), args, {
      cwd: tree,
      env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`${name} ended with ${code} before it was ready`)
    })
    await Promise.race([once(child, "message"), ended])
    ended.catch(() => undefined)
    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values) },
      migrate: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    return new Runner(name, server, database, child, client, boss)
  }

  /** Suspends the process, while another one is measured. */
  suspend(): void {
    this.#child.kill("SIGSTOP")
  }
  /** Lets the process go on. */
  resume(): void {
    this.#child.kill("SIGCONT")
  }

  /** Adds jobs all at once, and measures while they run, without the first tenth and the last. */
  async drain(jobs: number): Promise<Drained> {
    this.#child.send({ from: Math.ceil(jobs / 10), to: Math.floor(jobs * 0.9) } satisfies Wanted)
    const span = once(this.#child, "message")
    await this.#boss.insert(
      queue,
      Array.from({ length: jobs }, (_, job) => ({ data: { job } })),
    )
    const before = this.#serverCpu()
    const [measured] = (await span) as [Span]
    await this.#done()
    const server = cpuSince(before, this.#serverCpu()) / 1_000 / jobs
    await this.#cleared(jobs)
    return { ...measured, server }
  }

  /** Enqueues one job in a transaction. Returns the milliseconds from its COMMIT to the start of the handler. */
  async delayOf(job: number): Promise<number> {
    this.#child.send("each")
    const started = once(this.#child, "message")
    await this.#client.query("begin")
    await this.#boss.send(queue, { job })
    const committed = now()
    await this.#client.query("commit")
    const [{ job: which, at }] = (await started) as [Started]
    if (which !== job) throw new Error(`${this.name} started job ${which} and not ${job}`)
    return at - committed
  }

  /** Nanoseconds of processor time that each process of PostgreSQL has had. */
  #serverCpu(): ReadonlyMap<number, number> {
    return new Map(this.#server.processes.map((pid) => [pid, cpuTimeOf(pid)]))
  }

  /** Waits until each job is completed. */
  async #done(): Promise<void> {
    const open = `select count(*)::int as open from pgboss.job where name = '${queue}' and state <> 'completed'`
    while ((await this.#client.query<{ open: number }>(open)).rows[0]!.open > 0)
      await new Promise((later) => setTimeout(later, 20))
  }

  /** Throws unless each job has had its effect, once; removes the jobs. */
  async #cleared(jobs: number): Promise<void> {
    const counts = "select count(*)::int as all, count(distinct job)::int as different from effects"
    const [found] = (await this.#client.query<{ all: number; different: number }>(counts)).rows
    if (found!.all !== jobs || found!.different !== jobs)
      throw new Error(`${this.name}: ${jobs} jobs had ${found!.all} effects, ${found!.different} different`)
    await this.#client.query(`truncate effects; delete from pgboss.job where name = '${queue}'`)
    await this.#client.query("vacuum analyze pgboss.job")
  }

  async stop(): Promise<void> {
    this.resume()
    if (this.#child.exitCode === null) {
      this.#child.disconnect()
      await once(this.#child, "exit")
    }
    await this.#boss.stop({ graceful: false, close: false })
    await this.#client.end()
    await this.#database.drop()
  }
}

/** What processes had between two moments. One that has ended meanwhile, such as a vacuum, is not counted. */
function cpuSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}
