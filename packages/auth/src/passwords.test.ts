import { describe, expect, it } from "vitest"
import { createTestAuth } from "../testing/test-auth.ts"
import { Passwords } from "./index.ts"
import { WorkQueue } from "./work-queue.ts"

async function passwords(settings = {}): Promise<Passwords> {
  return (await createTestAuth(settings)).app.get(Passwords)
}

describe("Passwords", () => {
  it("makes bcrypt hashes of the cost that is set", async () => {
    const six = await (await passwords({ cost: 6 })).hash("correct horse")
    expect(six).toMatch(/^\$2[ab]\$06\$[./\w]{53}$/)
    const four = await passwords()
    expect(await four.verify("correct horse", six)).toBe(true)
    expect(await four.verify("correct horsf", six)).toBe(false)
    expect([four.isOutdated(six), four.isOutdated(await four.hash("x"))]).toEqual([true, false])
  })

  it("tells apart what bcrypt would not: it is never cut at 72 bytes or at NUL", async () => {
    const service = await passwords()
    const [whole, longer] = ["x".repeat(72), "x".repeat(73)]
    expect([
      service.fits(whole),
      service.fits(longer),
      service.fits("ü".repeat(37)),
      service.fits("a\0b"),
    ]).toEqual([true, false, false, false])
    await expect(service.hash(longer)).rejects.toThrow(RangeError)
    await expect(service.hash("abc\0def")).rejects.toThrow(RangeError)
    const hashed = await service.hash(whole)
    expect(await service.verify(longer, hashed)).toBe(false)
    expect(await service.verify("abc\0xyz", await service.hash("abc"))).toBe(false)
    // What does not fit is compared as an empty text: that must not open an account whose password is one.
    expect(await service.verify(longer, await service.hash(""))).toBe(false)
  })

  it("does the same work for an account that does not exist", async () => {
    const service = await passwords()
    const hashed = await service.hash("right")
    const count = async (work: () => Promise<boolean>) => {
      const before = service.made
      expect(await work()).toBe(false)
      return service.made - before
    }
    expect(await count(() => service.verify("wrong", hashed))).toBe(1)
    expect(await count(() => service.verify("wrong", undefined))).toBe(1)
    expect(await count(() => service.verify("x".repeat(1_000_000), undefined))).toBe(1)
  })

  it("takes as long for it, within a tenth", async () => {
    const service = await passwords({ cost: 8 })
    const hashed = await service.hash("right")
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    for (let round = 0; round < 30; round++) {
      for (const [kind, against] of [
        ["known", hashed],
        ["unknown", undefined],
      ] as const) {
        const began = process.cpuUsage()
        await service.verify("wrong", against)
        times[kind].push(process.cpuUsage(began).user)
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[15]!
    expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.9)
    expect(median(times.unknown) / median(times.known)).toBeLessThan(1.1)
  })

  it("turns away, with 503, those for whom there is no room to wait", async () => {
    const service = await passwords({ queue: 5 })
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => service.hash("many")))
    const refusals = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as object)
    expect(refusals.length).toBeGreaterThan(40)
    expect(refusals[0]).toMatchObject({ status: 503, headers: { "retry-after": "1" } })
    await service.hash("again")
  })
})

describe("WorkQueue", () => {
  it("runs so many at once, in the order in which they came, also after a failure", async () => {
    const queue = new WorkQueue(2, 100)
    let [running, most] = [0, 0]
    const order: number[] = []
    const works = Array.from({ length: 20 }, (_, at) =>
      queue.run(async () => {
        order.push(at)
        most = Math.max(most, ++running)
        await new Promise((go) => setTimeout(go, 1))
        running--
        if (at % 3 === 0) throw new Error("failed")
      }),
    )
    await Promise.allSettled(works)
    expect(most).toBe(2)
    expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at))
  })
})
