import { expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import { runPrograms } from "./attacked/run-programs.ts"

// TRIVET_LONG=1 runs 10,000 programs on each. deploy/faults/pgbouncer.test.ts runs them behind PgBouncer.
const long = process.env["TRIVET_LONG"] === "1"
const seed = Number(process.env["TRIVET_SEED"] ?? Math.floor(Math.random() * 1e9))

it("has every row of random programs where a model says, on PostgreSQL", { timeout: 3_600_000 }, async () => {
  const test = await createTestDatabase()
  const count = long ? 10_000 : 400
  const options = { url: test.url, maxConnections: 20, acquireTimeout: 60_000, statementTimeout: 30_000 }
  expect(await runPrograms(options, count, seed), `TRIVET_SEED=${seed}`).toEqual([])
  noteFigure("random programs of transactions", "PostgreSQL", `0 of ${count} differ from the model`)
  await test.drop()
})

it("has every row of random programs where a model says, on PGlite", { timeout: 3_600_000 }, async () => {
  const count = long ? 10_000 : 40
  expect(await runPrograms({ url: "pglite://memory" }, count, seed), `TRIVET_SEED=${seed}`).toEqual([])
  noteFigure("random programs of transactions", "PGlite", `0 of ${count} differ from the model`)
})
