import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { programOf } from "../conformance/runtimes.ts"
import { AttackedProcess } from "./attacked-process.ts"
import { differencesOf, rowsOf, withRows } from "./framing/bun-table.ts"

const page = join(import.meta.dirname, "../../../docs/attacks.md")

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start(programOf("use-bun", "bun"))
}, 60_000)
afterAll(() => attacked.stop())

describe("attacks 1 to 20 on Bun, whose server reads HTTP in its own way", () => {
  it("harm no process and tell nothing; where they end otherwise, docs/attacks.md says how", async () => {
    const rows = await differencesOf(attacked)
    // `ATTACKS=write npx vitest run packages/trivet/attacks/framing-on-bun.test.ts`
    if (process.env["ATTACKS"] === "write") writeFileSync(page, withRows(readFileSync(page, "utf8"), rows))
    expect(rowsOf(readFileSync(page, "utf8"))).toEqual(rows)
  }, 120_000)
})
