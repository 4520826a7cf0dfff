import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import { describe, expect, it } from "vitest"
import { createTestAuth } from "../../tests/testing/test-auth.ts"
import { Passwords } from "../index.ts"

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
    await expect(service.hash(longer)).rejects.toThrow(/longer than 72 bytes or contains NUL/)
    await expect(service.hash("abc\0def")).rejects.toThrow(/longer than 72 bytes or contains NUL/)
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

  it("rejects with 503 what has no place in the queue", async () => {
    const service = await passwords({ queue: 5 })
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => service.hash("many")))
    const refusals = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as object)
    expect(refusals.length).toBeGreaterThan(40)
    expect(refusals[0]).toMatchObject({ status: 503, headers: { "retry-after": "1" } })
    await service.hash("again")
  })

  it("does not make the hash of a client that has left, and lets 300 of them cost a login nothing", async () => {
    const service = await passwords({ cost: 7 })
    const hashed = await service.hash("right")
    const client = new AbortController()
    const left = Array.from({ length: 200 }, () => service.hash("spam", { signal: client.signal }))
    const before = service.made
    const login = service.verify("right", hashed)
    client.abort()
    const results = await Promise.allSettled(left)
    expect(await login).toBe(true)
    // Those that ran already are made to their end.
    expect(service.made - before).toBeLessThanOrEqual(1)
    const dropped = results.filter(({ status }) => status === "rejected")
    expect(dropped.length).toBeGreaterThan(195)
    expect((dropped[0] as PromiseRejectedResult).reason).toMatchObject({ status: 499 })
    await expect(service.verify("right", hashed, { signal: client.signal })).rejects.toMatchObject({
      status: 499,
    })
  })

  it("lets logins in while registrations fill their lane", async () => {
    const service = await passwords({ cost: 8, queue: 5 })
    const hashed = await service.hash("right")
    const flood = Promise.allSettled(Array.from({ length: 60 }, () => service.hash("spam")))
    // Both are asked for before any of the flood is done: its lane is still full.
    const [login, again] = [service.verify("right", hashed), service.rehash("right")]
    expect(await login).toBe(true)
    expect(await again).toMatch(/^\$2/)
    await flood
  })

  it("writes one line about a full queue, without a stack", async () => {
    const { app } = await createTestAuth({ queue: 5 })
    await Promise.allSettled(Array.from({ length: 50 }, () => app.get(Passwords).hash("many")))
    const lines = app.logs.filter(({ level }) => level >= 40)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 40, rejected: 1 })
    expect(JSON.stringify(lines)).not.toContain("work-queue")
  })

  it("names the field and the reason of a password that does not fit", async () => {
    const service = await passwords()
    const thrown = ((): unknown => {
      try {
        service.check("\u0436".repeat(40))
      } catch (error) {
        return error
      }
      return undefined
    })()
    expect(thrown).toMatchObject({
      status: 400,
      publicMessage: "Invalid request",
      issues: [{ path: "password", message: "must have at most 72 bytes in UTF-8, and no NUL" }],
    })
    expect(() => service.check("x".repeat(72))).not.toThrow()
  })
})

describe("the work for a wrong password", () => {
  const [low, high] = [5, 8]

  /** Hashes of both costs, and a service that has the one and meets the other. */
  async function mixed(cost: number) {
    const hashOf = async (own: number) => (await passwords({ cost: own })).hash("right")
    const service = await passwords({ cost })
    const rounds = async (hashed: string | undefined) => {
      const before = service.rounds
      expect(await service.verify("wrong", hashed)).toBe(false)
      return service.rounds - before
    }
    return { service, rounds, cheap: await hashOf(low), dear: await hashOf(high) }
  }

  it("is the same after the cost was raised, for old accounts, new ones and none", async () => {
    const { rounds, cheap, dear, service } = await mixed(high)
    expect([await rounds(cheap), await rounds(dear), await rounds(undefined)]).toEqual(
      Array(3).fill(2 ** high),
    )
    expect(await service.verify("right", cheap)).toBe(true)
  })

  it("is the same after the cost was lowered, once an old account was seen", async () => {
    const { rounds, cheap, dear } = await mixed(low)
    expect(await rounds(dear)).toBe(2 ** high)
    expect([await rounds(cheap), await rounds(undefined)]).toEqual(Array(2).fill(2 ** high))
  })

  it("takes as long, within a tenth", { retry: 2, timeout: 60_000 }, async () => {
    const { service, cheap, dear } = await mixed(high)
    const times: number[][] = [[], [], []]
    for (let round = 0; round < 15; round++)
      for (const [at, hashed] of [cheap, dear, undefined].entries()) {
        const began = process.cpuUsage()
        await service.verify("wrong", hashed)
        times[at]!.push(process.cpuUsage(began).user)
      }
    const medians = times.map((list) => list.toSorted((a, b) => a - b)[7]!)
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.1)
  })
})

describe("argon2id", () => {
  const moving = { passwords: ["argon2id", "bcrypt"] as const }

  it("is reported at boot where the runtime has none, before a password comes", async () => {
    const { argon2 } = crypto
    // As on a runtime without it.
    Object.assign(crypto, { argon2: undefined })
    syncBuiltinESMExports()
    try {
      for (const settings of [{ passwords: "argon2id" } as const, moving])
        await expect(passwords(settings)).rejects.toThrow(/AUTH_ARGON_MISSING[^]*set `passwords: "bcrypt"`/)
      await expect(passwords({ passwords: "bcrypt" })).resolves.toBeInstanceOf(Passwords)
    } finally {
      Object.assign(crypto, { argon2 })
      syncBuiltinESMExports()
    }
  })

  it("makes hashes with the parameters of OWASP, in the usual form, each with its own salt", async () => {
    const service = await passwords({ passwords: "argon2id" })
    const [one, other] = [await service.hash("correct horse"), await service.hash("correct horse")]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
    expect([
      await service.verify("correct horse", one),
      await service.verify("correct horsf", one),
      await service.verify("correct horse", one.replace("t=2", "t=1")),
    ]).toEqual([true, false, false])
  })

  it("verifies hashes of another implementation, also with other parameters", async () => {
    const service = await passwords({ passwords: "argon2id" })
    // Made with argon2-cffi for Python.
    const made = {
      "correct horse ü":
        "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$hspdjAeHo/zGqIVkgNBS1RZ/1WD5tNgIz1Wd9kTrk5w",
      "correct horse": "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$+YKw6KYpCaR4Kbf3hJUQpXGBCMoxx+7D",
    }
    for (const [password, hashed] of Object.entries(made))
      expect([await service.verify(password, hashed), await service.verify("wrong", hashed)]).toEqual([
        true,
        false,
      ])
    expect(Object.values(made).map((hashed) => service.isOutdated(hashed))).toEqual([false, true])
  })

  it("replaces hashes of bcrypt when their users log in, and verifies both meanwhile", async () => {
    const old = await (await passwords()).hash("right")
    const service = await passwords(moving)
    expect([await service.verify("right", old), service.isOutdated(old)]).toEqual([true, true])
    const next = await service.rehash("right")
    expect([next.slice(0, 10), await service.verify("right", next), service.isOutdated(next)]).toEqual([
      "$argon2id$",
      true,
      false,
    ])
    // A process that has the older settings yet, while a release is rolled out.
    const earlier = await passwords()
    expect([await earlier.verify("right", next), earlier.isOutdated(next)]).toEqual([true, true])
    expect(service.isOutdated(next.replace("m=19456", "m=8192"))).toBe(true)
  })

  it("costs a wrong password the same for both, and for an account that does not exist", async () => {
    const old = await (await passwords({ cost: 5 })).hash("right")
    const service = await passwords({ ...moving, cost: 6 })
    const next = await service.hash("right")
    const work: number[] = []
    for (const hashed of [undefined, old, next]) {
      const before = service.rounds
      expect(await service.verify("wrong", hashed)).toBe(false)
      work.push(service.rounds - before)
    }
    expect(work).toEqual(Array(3).fill(19_456 * 2 + 2 ** 6))
  })

  it("does no work of bcrypt where no hash is of bcrypt, until one was seen", async () => {
    const old = await (await passwords({ cost: 5 })).hash("right")
    const service = await passwords({ passwords: "argon2id", cost: 5 })
    const workOf = async (hashed: string | undefined) => {
      const before = service.rounds
      await service.verify("wrong", hashed)
      return service.rounds - before
    }
    expect(await workOf(undefined)).toBe(19_456 * 2)
    expect([await workOf(old), await workOf(undefined)]).toEqual(Array(2).fill(19_456 * 2 + 2 ** 5))
  })

  it("does the work of argon2id too after one was seen, with settings that name bcrypt alone", async () => {
    const next = await (await passwords({ passwords: "argon2id" })).hash("right")
    const service = await passwords({ cost: 5 })
    await service.verify("wrong", next)
    const before = service.rounds
    await service.verify("wrong", undefined)
    expect(service.rounds - before).toBe(19_456 * 2 + 2 ** 5)
  })

  it("takes as long for both and for an unknown account, within a fifth", { retry: 2 }, async () => {
    const old = await (await passwords({ cost: 8 })).hash("right")
    const service = await passwords({ ...moving, cost: 8 })
    const next = await service.hash("right")
    const times: number[][] = [[], [], []]
    for (let round = 0; round < 15; round++)
      for (const [at, hashed] of [old, next, undefined].entries()) {
        const { user, system } = process.cpuUsage()
        await service.verify("wrong", hashed)
        const now = process.cpuUsage()
        times[at]!.push(now.user - user + now.system - system)
      }
    const medians = times.map((list) => list.toSorted((a, b) => a - b)[7]!)
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.2)
  })

  it("takes passwords of up to 1,024 bytes, and never cuts one", async () => {
    const service = await passwords(moving)
    const [whole, longer] = ["x".repeat(1_024), "x".repeat(1_025)]
    expect([service.fits(whole), service.fits(longer), service.fits("a\0b")]).toEqual([true, false, false])
    expect(() => service.check(longer)).toThrow("1024 bytes")
    await expect(service.hash(longer)).rejects.toThrow("longer than 1024 bytes")
    expect(await service.verify(longer, await service.hash(whole))).toBe(false)
    expect(await service.verify(whole, await service.hash(whole))).toBe(true)
    expect(await service.verify(longer, await service.hash(""))).toBe(false)
    // 73 bytes fit now. A hash of bcrypt is of the first 72, and must not be opened by more.
    const old = await (await passwords()).hash("x".repeat(72))
    expect(await service.verify("x".repeat(73), old)).toBe(false)
  })

  it("does not follow a stored hash that asks for gigabytes, or cannot be read", async () => {
    const service = await passwords(moving)
    const made = await service.hash("right")
    for (const odd of [
      made.replace("m=19456", "m=9999999"),
      made.replace("t=2", "t=999"),
      made.replace("t=2", "t=0"),
      made.replace("v=19", "v=16"),
      made.slice(0, 60),
    ])
      await expect(service.verify("right", odd)).rejects.toThrow("cannot be read")
  })

  it("does not start with an algorithm that does not exist", async () => {
    for (const wrong of ["argon2", [], ["argon2id", "scrypt"]])
      await expect(passwords({ passwords: wrong })).rejects.toThrow("`passwords` of the auth settings")
  })
})
