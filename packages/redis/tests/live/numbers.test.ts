import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { carryNumbers } from "../../../../scripts/suite/topics/carry-numbers.ts"
import { PrivateRedis } from "../../src/testing.ts"

const isLong = process.env["TRIVET_LONG"] === "1"
const module = join(import.meta.dirname, "carrier.ts")
const folder = mkdtempSync(join(tmpdir(), "trivet-numbers-"))
let server: PrivateRedis

beforeAll(async () => {
  server = await PrivateRedis.start(["--appendonly", "yes", "--appendfsync", "always", "--dir", folder])
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe("Redis and processes that are killed while two publish and two read", () => {
  it("loses and doubles nothing, and keeps the order of each publisher", async () => {
    const messages = isLong ? 200_000 : 4_000
    const carried = await carryNumbers({ module, server, history: 50_000, messages })
    const { acknowledged, seconds, steady, killed } = carried
    const figure = `${acknowledged} of ${messages} acknowledged in ${seconds.toFixed(1)} s, 0 lost, 0 doubled`
    const whole = { lost: 0, doubled: 0, disordered: 0, missed: 0 }
    expect({ steady, killed }).toEqual({ steady: whole, killed: whole })
    expect(acknowledged).toBeGreaterThan(messages * 0.5)
    noteFigure("server, reader and publisher killed", "Redis topics", figure)
  }, 1_800_000)

  it("says what topics without history lose: those end, and are told so", async () => {
    const messages = isLong ? 200_000 : 2_000
    const carried = await carryNumbers({ module, server, history: 0, messages })
    const { acknowledged, steady, killed } = carried
    expect(steady).toMatchObject({ doubled: 0, disordered: 0 })
    expect(killed).toMatchObject({ doubled: 0, disordered: 0 })
    // It was told of each loss.
    expect(steady.missed).toBeGreaterThan(0)
    const figure = `of ${acknowledged} acknowledged, ${steady.lost} lost by a reader, ${killed.lost} by one that is killed`
    noteFigure("server, reader and publisher killed", "Redis topics without history", figure)
  }, 1_800_000)
})
