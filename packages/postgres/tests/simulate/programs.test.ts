import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../src/testing.ts"
import { allPrograms } from "./programs/all-programs.ts"
import { createTables, Db, loaderOf } from "./programs/program.ts"

describe("the programs with one bug each", () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const cases = allPrograms.flatMap((program) =>
    (["broken", "fixed"] as const).map((form) => [program.name, form, program] as const),
  )
  // Otherwise a test that finds the bug could have found another one.
  it.each(cases)("%s, %s: nothing is wrong with one call after the other", async (_name, form, program) => {
    await createTables(program, database)
    const app = await loaderOf(program[form], database, program)()
    const calls = program.calls(app)
    const outcomes: { status: number }[] = []
    // The last first: a reader that waits for another call would wait for ever.
    for (const call of calls.toReversed()) outcomes.unshift(await call())
    await program.invariant(app.get(Db), outcomes, app)
    expect(outcomes.length).toBe(calls.length)
    await app.stop()
  })
})
