import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { programOf } from "../conformance/runtimes.ts"
import { AttackedProcess } from "./attacked-process.ts"
import { compareRuntime } from "./framing/compare-runtime.ts"

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start(programOf("use-bun", "bun"))
})
afterAll(() => attacked?.stop())

describe("attacks 1 to 20 on Bun, whose server reads HTTP in its own way", () => {
  it("harm no process and reveal nothing; docs/run/attacks.md lists those that end differently", async () => {
    const { listed, found } = await compareRuntime(attacked, "Bun")
    expect(listed).toEqual(found)
  }, 120_000)
})
