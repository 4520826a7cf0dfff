import { sql } from "kysely"
import { createTestDatabase } from "../../src/testing.ts"
import { randomChooser } from "../../src/testing/simulation/chooser.ts"
import { type Run, runCalls } from "../../src/testing/simulation/run.ts"
import { SideConnection } from "../../src/testing/simulation/side-connection.ts"
import type { SimulateOptions } from "../../src/testing/simulation/simulate-options.ts"
import { TableSnapshot } from "../../src/testing/simulation/table-snapshot.ts"
import { Db, loaderOf } from "./programs/program.ts"

// Run by hand: what the parts of a seed take, for two calls of four statements.
//   node --conditions=@trivet/source packages/postgres/tests/simulate/parts.ts

const seeds = Number(process.argv[2] ?? 200)

const database = await createTestDatabase()
const admin = new Db({ url: database.url })
const statement = `create table counters (id int primary key, n int not null); insert into counters select n, 0 from generate_series(1, 4) n`
await sql.raw(statement).execute(admin)
const side = await SideConnection.open(admin)
const snapshot = await TableSnapshot.take(side)
const load = loaderOf(class {}, database)

async function four(db: Db): Promise<void> {
  for (const id of [1, 2, 3, 4]) await sql`update counters set n = n + 1 where id = ${id}`.execute(db)
}

/** Milliseconds that each repetition takes. */
async function measure(work: (seed: number) => Promise<unknown>): Promise<number> {
  for (let seed = 1; seed <= 20; seed++) await work(seed)
  const began = performance.now()
  for (let seed = 1; seed <= seeds; seed++) await work(seed)
  return (performance.now() - began) / seeds
}

const runOf = (calls: SimulateOptions["calls"]) => {
  const options: SimulateOptions = { calls, invariant: () => true }
  return (seed: number): Promise<Run> => runCalls({ load, options, side }, randomChooser(seed))
}

let steps = 0
const withoutCalls = runOf(() => [])
const twoCalls = runOf((app) => [() => four(app.get(Db)), () => four(app.get(Db))])
const parts = {
  "load and stop the application": await measure(async () => (await load()).stop()),
  "a run without calls": await measure(withoutCalls),
  "a run with two calls": await measure(async (seed) => (steps += (await twoCalls(seed)).keys.length)),
  "look whether tables were written": await measure(() => snapshot.restore()),
  "restore one table": await measure(async () => {
    await four(admin)
    await snapshot.restore()
  }),
  "ask who waits for a lock": await measure(() => side.countWaiting(() => undefined)),
}
for (const [name, milliseconds] of Object.entries(parts))
  console.log(`${name}: ${milliseconds.toFixed(2)} ms`)
console.log(`steps of a run with two calls: ${Math.round(steps / (seeds + 20))}`)
await admin.onStop()
await side.close()
await database.drop()
