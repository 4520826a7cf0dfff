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

  it("takes for a class any object with its public members", () => {
    class Store {
      readonly #rows = new Map<string, string>()
      protected size = 0
      find(id: string): string | undefined {
        return this.#rows.get(id)
      }
      add(id: string, row: string): void {
        this.#rows.set(id, row)
        this.size = this.#rows.size
      }
    }
    const fake = { find: (id: string) => `row ${id}`, add: () => undefined }
    expect(
      provide(Store, () => fake)
        .make()
        .find("1"),
    ).toBe("row 1")
    expect(
      provide(Store, () => new Store())
        .make()
        .find("1"),
    ).toBeUndefined()
    // @ts-expect-error `add` is missing
    provide(Store, () => ({ find: () => "row" }))
    // @ts-expect-error `find` gives a text
    provide(Store, () => ({ ...fake, find: () => 7 }))
    // @ts-expect-error a function stays what it is
    provide(token<() => number>("Count"), () => ({}))
    // @ts-expect-error a class stays what it is
    provide(token<new () => Store>("StoreClass"), () => fake)
    expect(provide(token<readonly number[]>("Ports"), () => [80]).make()).toEqual([80])
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
