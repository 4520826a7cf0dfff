import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
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

describe("bench:jobs --base", () => {
  const root = join(import.meta.dirname, "../..")

  it.each([
    [100, 0],
    [0.001, 1],
  ])("compares two work trees in turns: with a bound of %d it exits with %d", async (most, wanted) => {
    const words = ["--base", root, "--rounds", "10", "--jobs", "30", "--most", String(most)]
    const main = join(import.meta.dirname, "main.ts")
    const child = spawn(process.execPath, ["--conditions=@trivet/source", main, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const exited = once(child, "exit")
    const printed = await text(child.stdout)
    const [code] = (await exited) as [number]
    const verdict = wanted === 0 ? "reached" : "MISSED"
    for (const figure of ["CPU time of the runner", "CPU time of PostgreSQL"])
      expect(printed).toMatch(
        new RegExp(`^${verdict} +[\\d.]+ of base in ${figure}, 95 % interval [\\d.]+ to [\\d.]+`, "m"),
      )
    expect(code).toBe(wanted)
  })
})
