import { describe, expect, it } from "vitest"
import { Occurrences } from "./occurrences.ts"

const minute = 60_000
const zone = "Europe/Berlin"

/** The occurrences that a process sees which starts at a time and looks every minute. */
function seen(cron: string, from: string, until: string): readonly string[] {
  const occurrences = new Occurrences({ cron, zone }, Date.parse(from))
  const found: string[] = []
  for (let now = Date.parse(from); now <= Date.parse(until); now += minute) {
    const at = occurrences.lastUntil(now)
    if (at !== undefined) found.push(new Date(at).toISOString().slice(5, 16))
  }
  return found
}

describe("Occurrences", () => {
  it("moves a time in the hour that is skipped by an hour", () => {
    const found = seen("30 2 * * *", "2026-03-28T00:00Z", "2026-03-31T00:00Z")
    expect(found).toEqual(["03-28T01:30", "03-29T01:30", "03-30T00:30"])
  })

  it("takes the first of a time in the hour that is repeated", () => {
    const found = seen("30 2 * * *", "2026-10-24T00:00Z", "2026-10-27T00:00Z")
    expect(found).toEqual(["10-24T00:30", "10-25T00:30", "10-26T01:30"])
  })

  it("takes every hour, and every minute, of a day with 23 or 25 hours", () => {
    expect(seen("0 * * * *", "2026-03-28T23:00Z", "2026-03-29T21:59Z")).toHaveLength(22)
    expect(seen("0 * * * *", "2026-10-24T22:00Z", "2026-10-25T22:59Z")).toHaveLength(24)
    expect(seen("* * * * *", "2026-10-24T22:00Z", "2026-10-25T22:59Z")).toHaveLength(25 * 60 - 1)
  })

  it("finds the same for every process, whenever it starts", () => {
    for (const cron of ["30 2 * * *", "15 2,3 * * *", "*/20 2 * * *", "0 * * * *"])
      for (const [from, until] of [
        ["2026-03-28T22:00Z", "2026-03-29T06:00Z"],
        ["2026-10-24T21:00Z", "2026-10-25T06:00Z"],
      ] as const) {
        const all = seen(cron, from, until)
        for (let at = Date.parse(from); at < Date.parse(until); at += 7 * minute) {
          const later = new Date(at).toISOString()
          const wanted = all.filter((one) => one > later.slice(5, 16))
          expect(seen(cron, later, until), `${cron} from ${later}`).toEqual(wanted)
        }
      }
  })

  it("returns the last of many that have passed, also after years", () => {
    const occurrences = new Occurrences({ cron: "* * * * *", zone }, Date.parse("2020-01-01T00:00Z"))
    const now = Date.parse("2026-01-01T00:00:30Z")
    expect(occurrences.lastUntil(now)).toBe(now - 30_000)
    expect(occurrences.lastUntil(now)).toBeUndefined()
    expect(occurrences.lastUntil(now + minute)).toBe(now + 30_000)
  })
})
