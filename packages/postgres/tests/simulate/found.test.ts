import { afterAll, describe, expect, it } from "vitest"
import { allPrograms } from "./programs/all-programs.ts"
import { dropDatabase, reportOn, simulateProgram } from "./simulated.ts"

const isLong = process.env["TRIVET_LONG"] === "1"

afterAll(dropDatabase)

describe("simulate()", () => {
  it.each(allPrograms.map((program) => [program.name, program] as const))(
    "finds: %s",
    async (name, program) => {
      const report = await reportOn(program)
      expect(report).toContain(`${name} fails with seed `)
      expect(report).toContain("This is the shortest order that was found.")
      expect(report).toMatch(/Repeat it with SEED=\d+\./)
    },
    60_000,
  )

  it.each(allPrograms.map((program) => [program.name, program] as const))(
    "finds nothing without the bug: %s",
    async (_name, program) => {
      const seeds = isLong ? 1_000 : 25
      expect(await simulateProgram(program, "fixed", { seeds })).toMatchObject({ seeds })
    },
  )
})
