import { PrivatePostgres } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { contenders } from "./contenders.ts"
import { steps } from "./points.ts"
import { Runner } from "./runner.ts"

let server: PrivatePostgres
beforeAll(async () => {
  server = await PrivatePostgres.start()
})
afterAll(() => server?.remove())

describe("the runners of bench:steps", () => {
  it.each(contenders)("$name runs each step of each job once", async (contender) => {
    const runner = await Runner.create(contender, server.url)
    try {
      runner.add(await runner.start({ NOTE_RUNS: "1" }), { from: 1, to: 20 })
      expect(await runner.ended(20)).toBe(true)
      for (const name of ["runs", "effects"]) {
        const { rows } = await runner.client.query<{ n: number; different: number }>(
          `select count(*)::int as n, count(distinct (job, at))::int as different from ${name}`,
        )
        expect(rows).toEqual([{ n: 20 * steps, different: 20 * steps }])
      }
    } finally {
      await runner.remove()
    }
  })
})
