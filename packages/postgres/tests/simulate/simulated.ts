import {
  createTestDatabase,
  simulate,
  type SimulateOptions,
  type SimulationResult,
} from "../../src/testing.ts"
import { createTables, Db, loaderOf, type Program } from "./programs/program.ts"

const database = createTestDatabase()

/** Drops the database of this file, after its last simulation. */
export async function dropDatabase(): Promise<void> {
  await (await database).drop()
}

/** Simulates one form of a program. */
export async function simulateProgram(
  program: Program,
  form: "broken" | "fixed",
  options: Partial<SimulateOptions> = {},
): Promise<SimulationResult> {
  await createTables(program, await database)
  return simulate(loaderOf(program[form], await database, program), {
    name: program.name,
    calls: (app) => program.calls(app),
    invariant: (app, outcomes) => program.invariant(app.get(Db), outcomes, app),
    ...(program.failures !== undefined && { failures: program.failures }),
    ...options,
  })
}

/** The report of a program whose bug is found. */
export async function reportOn(program: Program, options?: Partial<SimulateOptions>): Promise<string> {
  try {
    await simulateProgram(program, "broken", options)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${program.name}: nothing was found`)
}
