import { PrivatePostgres } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { contenders } from "./contenders.ts"
import { Runner } from "./runner.ts"

let server: PrivatePostgres
beforeAll(async () => {
  server = await PrivatePostgres.start()
})
afterAll(() => server?.remove())

describe("the runners of bench:jobs", () => {
  it.each(contenders)("$name runs each job once, and starts one that is committed", async (contender) => {
    const runner = await Runner.start(contender, server)
    try {
      // Throws unless each has had its effect once.
      for (const figure of Object.values(await runner.drain(50))) expect(figure).toBeGreaterThan(0)
      expect(await runner.delayOf(7)).toBeGreaterThan(0)
    } finally {
      await runner.stop()
    }
  })
})
