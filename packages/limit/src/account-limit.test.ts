import { describe, expect, it } from "vitest"
import { Limits, TooManyRequests } from "./index.ts"

const rule = { name: "reset", max: 3, seconds: 60, maxSeconds: 3_600 }

/** How many of so many requests pass, and how long the first rejected one has to wait. */
async function passing(
  limit: ReturnType<Limits["account"]>,
  times: number,
  account: string,
  address: string,
) {
  let passed = 0
  let wait: number | undefined
  for (let time = 0; time < times; time++) {
    try {
      await limit.reserve({ account, address })
      passed++
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      wait ??= error.retryAfter
    }
  }
  return { passed, wait }
}

describe("a limit of requests for an account", () => {
  it("rejects the fourth from one network, however the address is spelt, and says for how long", async () => {
    const limit = new Limits("test", undefined, false).account(rule)
    expect(await passing(limit, 2, "ada@example.com", "192.0.2.1")).toEqual({ passed: 2, wait: undefined })
    expect(await passing(limit, 2, "ADA@example.com", "192.0.2.1")).toEqual({ passed: 1, wait: 60 })
  })

  it("leaves the owner's tries alone when a stranger on another network has used his", async () => {
    const limit = new Limits("test", undefined, false).account(rule)
    expect((await passing(limit, 10, "ada@example.com", "192.0.2.1")).passed).toBe(3)
    expect((await passing(limit, 3, "ada@example.com", "198.51.100.7")).passed).toBe(3)
  })

  it("rejects the 31st for one account from many networks, and from one network for many accounts", async () => {
    const limits = new Limits("test", undefined, false)
    const limit = limits.account(rule)
    let sent = 0
    for (let at = 0; at < 20; at++)
      sent += (await passing(limit, 3, "ada@example.com", `192.0.2.${at}`)).passed
    expect(sent).toBe(30)
    let asked = 0
    for (let at = 0; at < 20; at++)
      asked += (await passing(limit, 3, `user${at}@example.com`, "198.51.100.7")).passed
    expect(asked).toBe(30)
  })

  it("gives points back that it took before another limit rejected the request", async () => {
    const limit = new Limits("test", undefined, false).account({ ...rule, max: 1 })
    for (let at = 0; at < 10; at++) await limit.reserve({ account: `u${at}`, address: "192.0.2.1" })
    const refused = { account: "ada@example.com", address: "192.0.2.1" }
    for (let time = 0; time < 20; time++)
      await expect(limit.reserve(refused)).rejects.toBeInstanceOf(TooManyRequests)
    // Not one of the ten tries that all networks together have for this account is gone.
    for (let at = 0; at < 10; at++)
      await limit.reserve({ account: "ada@example.com", address: `198.51.100.${at}` })
  })

  it("rejects nothing where limits are off", async () => {
    const limit = new Limits("test", undefined, true).account(rule)
    expect((await passing(limit, 50, "ada@example.com", "192.0.2.1")).passed).toBe(50)
  })
})
