import { join } from "node:path"
import { createTestDatabase } from "@trivet/postgres/testing"
import { expect, it } from "vitest"
import { drawnFiles, walkedFiles } from "../../trivet/tests/ways/drawn-files.ts"

it("is drawn in ARCHITECTURE.md: every file in which code runs, and no other", async () => {
  const database = await createTestDatabase()
  try {
    const drawn = drawnFiles("job")
    expect(drawn.length).toBeGreaterThan(10)
    const program = join(import.meta.dirname, "way-of-a-job.ts")
    expect(drawn).toEqual(await walkedFiles(program, "jobs", { DATABASE_URL: database.url }))
  } finally {
    await database.drop()
  }
}, 60_000)
