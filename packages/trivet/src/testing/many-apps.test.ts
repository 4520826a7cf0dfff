import { describe, expect, it } from "vitest"
import { startProgram } from "../../tests/conformance/start-program.ts"

describe("createTestApp", () => {
  it("leaves nothing behind: after 500 applications the heap is as before", async () => {
    const { told } = await startProgram("many-apps", {}, "--expose-gc")
    // One application that stays would hold 80 KB: its service keeps 10,000 numbers.
    expect(told["last"]! - told["first"]!).toBeLessThan(2_000_000)
  })
})
