import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { createTestDatabase, simulate } from "../../src/testing.ts"
import { SideConnection } from "../../src/testing/simulation/side-connection.ts"
import { TableSnapshot } from "../../src/testing/simulation/table-snapshot.ts"
import { allPrograms } from "./programs/all-programs.ts"
import { createTables, Db, loaderOf, type Program } from "./programs/program.ts"
import { dropDatabase, simulateProgram } from "./simulated.ts"

// Run by hand: how soon each bug is found, and how often plain concurrent calls show it in the same time, but at least a second.
//   node --conditions=@trivet/source packages/postgres/tests/simulate/figures.ts

const minimum = 1_000

/** Runs the calls concurrently again and again, with a new application and the first rows each time. */
async function countPlain(program: Program, milliseconds: number): Promise<{ runs: number; found: number }> {
  const database = await createTestDatabase()
  await createTables(program, database)
  const first = await loaderOf(program.broken, database, program)()
  const side = await SideConnection.open(first.get(Db))
  await first.stop()
  const snapshot = await TableSnapshot.take(side)
  let runs = 0
  let found = 0
  for (const until = performance.now() + milliseconds; performance.now() < until; runs++) {
    // Each with keys of its own.
    const app = await loaderOf(program.broken, database, program)()
    const ended = Promise.all(program.calls(app).map((call) => call()))
    const outcomes = await Promise.race([ended, sleep(1_000)])
    try {
      if (outcomes === undefined) throw new Error("a call never ends")
      await program.invariant(app.get(Db), outcomes, app)
    } catch {
      found++
    }
    await app.stop()
    await snapshot.restore()
  }
  await side.close()
  await database.drop()
  return { runs, found }
}

console.log("| bug | seed | report after | seeds per second | plain calls in the same time |")
console.log("| --- | --- | --- | --- | --- |")
for (const program of allPrograms) {
  const began = performance.now()
  const report = await simulateProgram(program, "broken").then(
    () => "nothing",
    (error: Error) => error.message,
  )
  const milliseconds = performance.now() - began
  const [, seed = "none"] = /with seed (\d+)/.exec(report) ?? []
  const { seeds, milliseconds: all } = await simulateProgram(program, "fixed", { seeds: 50 })
  const plain = await countPlain(program, Math.max(milliseconds, minimum))
  const perSecond = Math.round((seeds / all) * 1_000)
  console.log(
    `| ${program.name} | ${seed} | ${(milliseconds / 1_000).toFixed(1)} s | ${perSecond} | ${plain.found} of ${plain.runs} |`,
  )
}

const database = await createTestDatabase()
const admin = new Db({ url: database.url })
const statement = `create table counters (id int primary key, n int not null); insert into counters select n, 0 from generate_series(1, 4) n`
await sql.raw(statement).execute(admin)
const four = async (db: Db) => {
  for (const id of [1, 2, 3, 4]) await sql`update counters set n = n + 1 where id = ${id}`.execute(db)
}
for (const failures of [[], ["crash"]] as const) {
  const { seeds, milliseconds } = await simulate(loaderOf(class {}, database), {
    calls: (app) => [() => four(app.get(Db)), () => four(app.get(Db))],
    invariant: () => true,
    failures,
    seeds: 200,
  })
  console.log(
    `two calls of four statements, ${failures[0] ?? "order"}: ${Math.round((seeds / milliseconds) * 1_000)} seeds per second`,
  )
}
await admin.onStop()
await database.drop()
await dropDatabase()
