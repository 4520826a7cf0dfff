import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { allPrograms } from "./programs/all-programs.ts"
import { dropDatabase, reportOn } from "./simulated.ts"

const isLong = process.env["TRIVET_LONG"] === "1"
const programs = isLong ? allPrograms : allPrograms.filter(({ name }) => /deadlock|retry|outbox/.test(name))

async function reportOfProcess(name: string): Promise<string> {
  const program = `${import.meta.dirname}/replay-program.ts`
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@trivet/source",
    program,
    name,
  ])
  return stdout.trimEnd()
}

/** Source maps give other columns than the file itself. */
const masked = (report: string) => report.replaceAll(/(\.ts:\d+):\d+/g, "$1")

afterAll(dropDatabase)

describe("a seed", () => {
  it.each(programs)(
    "$name: has the same steps and the same verdict each time, also in another process",
    async (program) => {
      const first = await reportOn(program)
      for (let count = 1; count < (isLong ? 20 : 4); count++) expect(await reportOn(program)).toBe(first)
      expect(masked(await reportOfProcess(program.name))).toBe(masked(first))
    },
  )
})
