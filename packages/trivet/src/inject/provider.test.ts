import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { isProvider, provide } from "./provider.ts"
import { token } from "./token.ts"

const Port = token<number>("Port")

describe("provide", () => {
  it("is a record of a token and what makes its value", () => {
    const provider = provide(Port, () => 80)
    expect(provider.token).toBe(Port)
    expect(provider.make()).toBe(80)
    expect(isProvider(provider)).toBe(true)
  })

  it("does not compile with a value of another type", () => {
    // @ts-expect-error a text is not a number
    expect(provide(Port, () => "80").make()).toBe("80")
  })

  it("refuses what is not a function when the value is made, so that other faults are found too", () => {
    // @ts-expect-error 80 is not a function
    const provider = provide(Port, 80)
    expect(() => provider.make()).toThrow(Fault)
    expect(() => provider.make()).toThrow("`provide(Port, …)` was given the number 80 instead of a function.")
  })

  it("is told from classes and other records", () => {
    expect([undefined, null, class {}, {}, { token: Port }, { make: () => 1 }].some(isProvider)).toBe(false)
  })
})
