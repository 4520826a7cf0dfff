import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { Repeats } from "./repeats.ts"

it("tells the first, then counts for each interval, and begins anew after one without any", async () => {
  const counts: number[] = []
  const repeats = new Repeats((count) => counts.push(count), 50)
  const firsts = Array.from({ length: 500 }, () => repeats.isFirst()).filter(Boolean)
  expect(firsts).toHaveLength(1)
  while (counts.length < 1) await sleep(5)
  expect(counts).toEqual([499])
  expect(repeats.isFirst()).toBe(false)
  while (counts.length < 3) await sleep(5)
  expect(counts).toEqual([499, 1, 0])
  expect(repeats.isFirst()).toBe(true)
})

it("counts no more if its timer is lost", async () => {
  const original = globalThis.setTimeout
  globalThis.setTimeout = (() => 0) as never
  const repeats = new Repeats(() => {}, 20)
  try {
    expect([repeats.isFirst(), repeats.isFirst()]).toEqual([true, false])
  } finally {
    globalThis.setTimeout = original
  }
  await sleep(30)
  expect(repeats.isFirst()).toBe(true)
})
