import { createTestDatabase } from "../../src/testing.ts"
import { type Chooser, randomChooser } from "../../src/testing/simulation/chooser.ts"
import { type Run, runCalls } from "../../src/testing/simulation/run.ts"
import { SideConnection } from "../../src/testing/simulation/side-connection.ts"
import type { Step } from "../../src/testing/simulation/step.ts"
import { TableSnapshot } from "../../src/testing/simulation/table-snapshot.ts"
import { allPrograms } from "./programs/all-programs.ts"
import { createTables, Db, loaderOf, type Program } from "./programs/program.ts"

// Run by hand: how many of 100 seeds of each kind show each bug, and how many of the orders of the first kind differ in more than the
// places of independent statements. decisions/simulation.md has the figures.
//   node --conditions=@trivet/source packages/postgres/tests/simulate/search.ts 100 "stale cache fill"

const [count = "100", only = ""] = process.argv.slice(2)
const seeds = Number(count)

const ways: Readonly<Record<string, (seed: number) => Chooser>> = {
  "changes at random": (seed) => randomChooser(2 * seed - 1),
  "at most 3 preemptions": (seed) => randomChooser(2 * seed),
}

interface Taken {
  readonly key: string
  readonly caller: string
  /** The tables that its text names; `undefined` if it depends on everything. */
  readonly tables: readonly string[] | undefined
}

/** What a step touches, by the names of tables in its text: fewer than PostgreSQL touches, so more counts as independent. */
function takenOf({ key, caller, held }: Step, names: readonly string[]): Taken {
  const isRun = held !== undefined && key.endsWith("run")
  const text = held?.operation.text ?? ""
  const tables = isRun ? names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)) : []
  const isOpen = /^(?:begin|start transaction)/i.test(text)
  // A commit makes everything visible, and a reply may change what the process has in memory.
  const depends = !isRun || (tables.length === 0 && !isOpen)
  return { key, caller: caller?.letter ?? "", tables: depends ? undefined : tables }
}

/** The same for all orders that differ in the places of independent steps: layers of steps, each after one that it depends on. */
function classOf(order: readonly Taken[]): string {
  const layers: Taken[][] = []
  for (const step of order) {
    const after = layers.findLastIndex((layer) => layer.some((other) => depend(step, other)))
    layers[after + 1] = [...(layers[after + 1] ?? []), step]
  }
  return layers
    .map((layer) =>
      layer
        .map(({ key }) => key)
        .toSorted()
        .join(),
    )
    .join(";")
}

function depend(one: Taken, other: Taken): boolean {
  if (one.caller === other.caller || one.tables === undefined || other.tables === undefined) return true
  return one.tables.some((table) => other.tables!.includes(table))
}

/** The first seed that fails, how many do, and how many orders and classes there were, of all and until the first one. */
async function measure(program: Program, chooserOf: (seed: number) => Chooser) {
  const database = await createTestDatabase()
  await createTables(program, database)
  const load = loaderOf(program.broken, database, program)
  const first = await load()
  const side = await SideConnection.open(first.get(Db))
  await first.stop()
  const names = [...program.tables.matchAll(/create table (\w+)/g)].map(([, name]) => name!)
  const snapshot = await TableSnapshot.take(side)
  const options = {
    calls: (app: Parameters<Program["calls"]>[0]) => program.calls(app),
    invariant: (app: Parameters<Program["calls"]>[0], outcomes: Parameters<Program["invariant"]>[1]) =>
      program.invariant(app.get(Db), outcomes, app),
    failures: program.failures ?? [],
  }
  const [orders, classes] = [new Set<string>(), new Set<string>()]
  let [failed, firstSeed, firstClass] = [0, 0, 0]
  for (let seed = 1; seed <= seeds; seed++) {
    const order: Taken[] = []
    const choose = chooserOf(seed)
    const run: Run = await runCalls({ load, options, side }, (steps) => {
      const step = choose(steps)
      order.push(takenOf(step, names))
      return step
    })
    await snapshot.restore()
    orders.add(run.keys.join())
    classes.add(classOf(order))
    if (run.violation === undefined) continue
    failed++
    firstSeed ||= seed
    firstClass ||= classes.size
  }
  await side.close()
  await database.drop()
  return { failed, firstSeed, firstClass, orders: orders.size, classes: classes.size }
}

console.log(
  `| bug | ${Object.keys(ways).join(" | ")} | orders | without independent | first seed | without independent |`,
)
console.log(`| --- |${" --- |".repeat(Object.keys(ways).length + 4)}`)
for (const program of allPrograms.filter((one) => one.name.includes(only))) {
  const found = []
  for (const way of Object.values(ways)) found.push(await measure(program, way))
  const [{ orders, classes, firstSeed, firstClass }] = found as [Awaited<ReturnType<typeof measure>>]
  const cells = [...found.map(({ failed }) => failed), orders, classes, firstSeed, firstClass]
  console.log(`| ${program.name} | ${cells.join(" | ")} |`)
}
