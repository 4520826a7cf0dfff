import { AppOperations, checkOptions, type OptionNames } from "trivet/extend"
import type { TestApp } from "trivet/testing"
import { databasesOf } from "../../connection/noted-databases.ts"
import { fault } from "../../faults.ts"
import { type Chooser, randomChooser, repeatingChooser } from "./chooser.ts"
import { reportOf } from "./report/report-of.ts"
import { type Run, runCalls, type RunParts } from "./run.ts"
import { callingFile, OrderFile } from "./report/saved-orders.ts"
import { shrink } from "./shrink.ts"
import { SideConnection } from "./side-connection.ts"
import type { SimulateOptions, SimulationResult } from "./simulate-options.ts"
import { TableSnapshot } from "./table-snapshot.ts"

const optionNames: OptionNames<SimulateOptions> = {
  calls: true,
  invariant: true,
  failures: true,
  seeds: true,
  setup: true,
  name: true,
}

/**
 * Runs calls of an application in many orders, and throws a report if one of them breaks the invariant. Each statement and
 * each reply of PostgreSQL and Redis is held, and a seed chooses which one comes next. `load` returns a new application on
 * the same database; each seed begins with a new one, and with the rows that the database has now.
 *
 * With the variable `SEED` it runs that seed alone. With `SAVE=1` it saves an order that fails beside the test; further runs
 * begin with the saved orders.
 *
 * @example
 * ```ts
 * import { simulate } from "@trivet/postgres/testing"
 * import type { TestApp } from "trivet/testing"
 *
 * export async function checkTransfers(load: () => Promise<TestApp>): Promise<void> {
 *   await simulate(load, {
 *     calls: (app) => [10, 5].map((amount) => () => app.request("POST", "/deposits", { json: { amount } })),
 *     invariant: async (app) => (await app.request("GET", "/balance")).json() === 15,
 *   })
 * }
 * ```
 */
export async function simulate(
  load: () => Promise<TestApp>,
  options: SimulateOptions,
): Promise<SimulationResult> {
  checkOptions(options, optionNames, "simulate()")
  const range = seedsOf(options)
  const file = new OrderFile(callingFile(new Error("place").stack!), options.name ?? "simulate()")
  const side = await prepare(load, options)
  try {
    const snapshot = await TableSnapshot.take(side)
    try {
      return await new Simulation({ load, options, side }, snapshot, file).run(range)
    } finally {
      await snapshot.drop()
    }
  } finally {
    await side.close()
  }
}

interface SeedRange {
  readonly first: number
  readonly last: number
  /** Whether the variable `SEED` names the only one. */
  readonly isOne: boolean
}

/** Throws a fault if the number or the count is invalid: otherwise nothing would be tried. */
function seedsOf({ seeds = 100 }: SimulateOptions): SeedRange {
  const given = process.env["SEED"]
  const last = given === undefined ? seeds : Number(given)
  if (!Number.isSafeInteger(last) || last < 1) {
    const option = given === undefined ? "seeds" : "SEED"
    throw fault("POSTGRES_OPTION_INVALID", { option, what: "`simulate()`", value: last })
  }
  return { first: given === undefined ? 1 : last, last, isOne: given !== undefined }
}

/** Inserts the rows that all seeds begin with, and connects to the database. */
async function prepare(load: () => Promise<TestApp>, { setup }: SimulateOptions): Promise<SideConnection> {
  const app = await load()
  try {
    await setup?.(app)
    const [database] = databasesOf(app.get(AppOperations))
    if (database === undefined) throw fault("SIMULATION_NEEDS_SERVER", {})
    return await SideConnection.open(database)
  } finally {
    await app.stop()
  }
}

class Simulation {
  readonly #parts: RunParts
  readonly #snapshot: TableSnapshot
  readonly #file: OrderFile
  readonly #began = performance.now()
  #steps = 0

  constructor(parts: RunParts, snapshot: TableSnapshot, file: OrderFile) {
    this.#parts = parts
    this.#snapshot = snapshot
    this.#file = file
  }

  async run({ first, last, isOne }: SeedRange): Promise<SimulationResult> {
    if (!isOne)
      for (const order of await this.#file.read())
        await this.#try("saved order", () => repeatingChooser(order))
    for (let seed = first; seed <= last; seed++) await this.#try(`seed ${seed}`, () => randomChooser(seed))
    return { seeds: last - first + 1, steps: this.#steps, milliseconds: performance.now() - this.#began }
  }

  async #try(title: string, chooser: () => Chooser): Promise<void> {
    let run: Run
    do {
      run = await runCalls(this.#parts, chooser())
      await this.#snapshot.restore()
    } while (run.isCold)
    this.#steps += run.keys.length
    if (run.violation !== undefined) throw await this.#report(title, run)
  }

  async #report(title: string, failed: Run): Promise<Error> {
    const { run, isRepeatable } = await shrink(this.#parts, failed, () => this.#snapshot.restore())
    const isSaved = process.env["SAVE"] === "1"
    if (isSaved) await this.#file.add(run.keys)
    const name = this.#parts.options.name ?? "simulate()"
    const kept = isSaved ? this.#file.path : undefined
    return new Error(reportOf({ name, title, run, isRepeatable, kept }), { cause: run.violation })
  }
}
