import { describe, expect, it } from "vitest"
import { contenders } from "./contenders.ts"
import { Runner } from "./runner.ts"

describe("the runners of bench:jobs", () => {
  it.each(contenders)("$name runs each job once, and starts one that is committed", async (contender) => {
    const runner = await Runner.start(contender)
    try {
      // Throws unless each has had its effect once.
      const { milliseconds, cpu } = await runner.drain(50)
      expect(milliseconds).toBeGreaterThan(0)
      expect(cpu).toBeGreaterThan(0)
      expect(await runner.delayOf(7)).toBeGreaterThan(0)
    } finally {
      await runner.stop()
    }
  })
})
