import { module } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { Database, postgres } from "./index.ts"

class Db extends Database<object> {}

describe("a mistyped option of postgres()", () => {
  it("is a fault at boot that names the right one", async () => {
    const options = { url: "pglite://memory", migrateAtStrat: true }
    const root = module({ name: "root", imports: [postgres(Db, options)], declarations: [] })
    await expect(createTestApp(root)).rejects.toThrow(
      /`postgres\(\)` is invalid: `migrateAtStrat` is unknown, write `migrateAtStart`/,
    )
  })
})
