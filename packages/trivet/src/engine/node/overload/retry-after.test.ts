import { describe, expect, it } from "vitest"
import { retryAfter } from "./retry-after.ts"

describe("retryAfter", () => {
  it("spreads clients over whole seconds", () => {
    const seconds = new Set(Array.from({ length: 1_000 }, () => retryAfter()))
    expect([...seconds].toSorted()).toEqual(["1", "2", "3"])
  })
})
