import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Log } from "trivet"
import { FullReport } from "./full-report.ts"

describe("FullReport", () => {
  it("writes the first at once and then one line for each interval, with how many there were", async () => {
    const lines: number[] = []
    const log = { warn: ({ rejected }: { rejected: number }) => lines.push(rejected) } as unknown as Log
    const report = new FullReport(log, 50)
    for (let times = 0; times < 500; times++) report.count()
    expect(lines).toEqual([1])
    while (lines.length < 2) await sleep(5)
    expect(lines).toEqual([1, 499])
    // An interval without any ends the series; the next is written at once again.
    await sleep(150)
    report.count()
    expect(lines).toEqual([1, 499, 1])
  })
})
