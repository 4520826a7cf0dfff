import { describe, expect, it } from "vitest"
import { noteFigure } from "../note-figure.ts"
import { type Carriage, carryNumbers } from "./carry-numbers.ts"

const isLong = process.env["TRIVET_LONG"] === "1"
const longest = 1_800_000

/** What a carrier keeps to while its server and processes are killed. `module` is the file of its `carrier.ts`. */
export function describeNumbers(name: string, module: string, server: () => Carriage["server"]): void {
  describe(`${name} and processes that are killed while two publish and two read`, () => {
    it("loses and doubles nothing, and keeps the order of each publisher", { timeout: longest }, async () => {
      const messages = isLong ? 200_000 : 2_000
      const carried = await carryNumbers({ module, server: server(), history: 50_000, messages })
      const { acknowledged, seconds, steady, killed } = carried
      const whole = { lost: 0, doubled: 0, disordered: 0, missed: 0 }
      expect({ steady, killed }).toEqual({ steady: whole, killed: whole })
      expect(acknowledged).toBeGreaterThan(messages * 0.5)
      const figure = `${acknowledged} of ${messages} acknowledged in ${seconds.toFixed(1)} s, 0 lost, 0 doubled`
      noteFigure("server, reader and publisher killed", `${name} topics`, figure)
    })

    it(
      "says what topics without history lose: those end, and are told so",
      { timeout: longest },
      async () => {
        const messages = isLong ? 200_000 : 1_000
        const carried = await carryNumbers({ module, server: server(), history: 0, messages })
        const { acknowledged, steady, killed } = carried
        expect(steady).toMatchObject({ doubled: 0, disordered: 0 })
        expect(killed).toMatchObject({ doubled: 0, disordered: 0 })
        // The reader was notified of each loss.
        expect(steady.missed).toBeGreaterThan(0)
        const figure = `of ${acknowledged} acknowledged, ${steady.lost} lost by a reader, ${killed.lost} by one that is killed`
        noteFigure("server, reader and publisher killed", `${name} topics without history`, figure)
      },
    )
  })
}
