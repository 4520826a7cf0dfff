import { parseArgs } from "node:util"
import { job, jobMigrations, Jobs, jobs } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { contract, dto, implement, module, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import pg from "pg"
import { median, shuffle, table } from "../figures.ts"
import { intervalOf } from "../paired/interval.ts"

// npm run bench:jobs-kept -- [--few 3000] [--many 3000000] [--rounds 40] [--jobs 200] [--most 1.1]
//
// Enqueues jobs, then takes and completes them, in two databases of one server, in turns: one keeps few jobs that have
// ended, the other many. Fails if many cost more than `--most` times as much. The server and its files are removed after it.
const { values: flags } = parseArgs({
  options: {
    few: { type: "string", default: "3000" },
    many: { type: "string", default: "3000000" },
    rounds: { type: "string", default: "40" },
    jobs: { type: "string", default: "200" },
    most: { type: "string", default: "1.1" },
  },
})
const [rounds, count, most] = [Number(flags.rounds), Number(flags.jobs), Number(flags.most)]

class Db extends Database<object> {}

const Work = contract({ bill: job("orders/bill", { accepts: { body: dto({ order: "required,integer" }) } }) })

class Worker {
  routes() {
    return routes([...implement(Work, this)])
  }
  bill() {
    return undefined
  }
}

/** Milliseconds for one job. */
interface Round {
  readonly enqueue: number
  readonly run: number
}

class Keeping {
  readonly app: TestApp
  readonly kept: number
  readonly rounds: Round[] = []

  private constructor(app: TestApp, kept: number) {
    this.app = app
    this.kept = kept
  }

  static async start(server: PrivatePostgres, name: string, kept: number): Promise<Keeping> {
    await server.query(`create database ${name}`)
    const url = server.url.replace(/postgres$/, name)
    const DbModule = postgres(Db, {
      url,
      migrations: [jobMigrations],
      migrateAtStart: true,
      statementTimeout: 900_000,
    })
    const root = module({
      name,
      imports: [DbModule, jobs({ database: Db, imports: [DbModule] })],
      declarations: [Worker],
    })
    const app = await createTestApp(root)
    // Creates the queue.
    await app.get(Jobs).list()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into pgboss.job_common (id, name, state, created_on, started_on, completed_on, data, keep_until)
      select gen_random_uuid(), 'orders/bill', 'completed', time, time, time, jsonb_build_object('order', n), now() + interval '1 year'
      from (select n, now() - n * interval '6 days' / ${kept} as time from generate_series(1, ${kept}) as n) as made`)
    await client.query("vacuum analyze pgboss.job_common")
    await client.query("checkpoint")
    await client.end()
    return new Keeping(app, kept)
  }

  async round(): Promise<Round> {
    const all = this.app.get(Jobs)
    const began = performance.now()
    for (let order = 0; order < count; order++) await all.enqueue(Work.bill, { order })
    const enqueued = performance.now()
    const ran = await all.runDue()
    if (ran !== count) throw new Error(`${ran} jobs ran, not ${count}`)
    return { enqueue: (enqueued - began) / count, run: (performance.now() - enqueued) / count }
  }
}

const server = await PrivatePostgres.start()
const all: Keeping[] = []
try {
  all.push(await Keeping.start(server, "few", Number(flags.few)))
  all.push(await Keeping.start(server, "many", Number(flags.many)))
  // Three for the compiler and the caches.
  for (let round = -3; round < rounds; round++)
    for (const one of shuffle(all)) {
      const figures = await one.round()
      if (round >= 0) one.rounds.push(figures)
    }
  process.exitCode = report() ? 0 : 1
} finally {
  for (const { app } of all) await app.stop()
  await server.remove()
}

function report(): boolean {
  const head = ["kept jobs", "ms to enqueue", "ms to take and complete"]
  const rows = all.map(({ kept, rounds: done }) => [
    kept.toLocaleString("en"),
    median(done.map(({ enqueue }) => enqueue)).toFixed(3),
    median(done.map(({ run }) => run)).toFixed(3),
  ])
  console.log(`\n${rounds} rounds of ${count} jobs in turns\n\n${table(head, rows)}\n`)
  const [few, many] = all as [Keeping, Keeping]
  const verdicts = (["enqueue", "run"] as const).map((name) => {
    const { middle, low, high } = intervalOf(
      many.rounds.map((round, at) => round[name] / few.rounds[at]![name]),
    )
    const verdict = high <= most ? "reached " : low > most ? "MISSED  " : "unsure  "
    const what = name === "run" ? "take and complete" : name
    const interval = `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`
    console.log(
      `${verdict}  ${what}: ${middle.toFixed(3)} of the time with few, ${interval}; at most ${most}`,
    )
    return high <= most
  })
  return verdicts.every(Boolean)
}
