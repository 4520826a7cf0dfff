import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api, bearer, someEmail } from "../api.ts"
import { TestServer } from "../test-server.ts"
import { rounds, startTwo, type TwoServers } from "./two-servers.ts"

let two: TwoServers
beforeAll(async () => {
  two = await startTwo({ RATE_LIMIT: "off" })
}, 60_000)
afterAll(() => two.stop())

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!
const percentile = (list: readonly number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))]!

/** A server of its own, whose hashes take as long as is said. */
async function withCost(cost: number, work: (api: Api) => Promise<void>): Promise<void> {
  const { database, secret } = two
  const environment = {
    DATABASE_URL: database.url,
    JWT_SECRET: secret,
    RATE_LIMIT: "off",
    BCRYPT_COST: String(cost),
  }
  const server = await TestServer.start(environment)
  try {
    await work(new Api(server.url))
    expect(server.lives).toBe(true)
  } finally {
    await server.stop()
  }
}

describe("two registrations of one address at once", () => {
  it("give one 201 and one 409, never 500, every round", { timeout: 300_000 }, async () => {
    const [one, other] = two.apis
    for (let round = 0; round < rounds(200); round++) {
      const email = someEmail()
      const sent = (at: number) => ({
        email: at === 0 ? email : email.toUpperCase(),
        password: "correct horse",
        name: "Ada",
      })
      const replies = await Promise.all([
        one.post("/auth/register", sent(0)),
        other.post("/auth/register", sent(1)),
      ])
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]))
    }
    const counted = await two.database.query<{ most: string }>(
      "select max(count) as most from (select count(*) from users group by lower(email)) as counts",
    )
    expect(counted[0]?.most).toBe("1")
    await two.expectWell()
  })
})

// The two tests that read a clock are tried again on a shared machine; a race must hold every time.
describe("an unknown address", () => {
  it(
    "is answered like a wrong password: same status, body, headers, and as fast",
    { timeout: 120_000, retry: 2 },
    async () => {
      await withCost(8, async (api) => {
        const { email } = await api.register()
        const times: { readonly wrong: number[]; readonly unknown: number[] } = { wrong: [], unknown: [] }
        const seen = new Set<string>()
        for (let round = 0; round < 200; round++) {
          const kinds = round % 2 === 0 ? (["wrong", "unknown"] as const) : (["unknown", "wrong"] as const)
          for (const kind of kinds) {
            const began = performance.now()
            const sent = { email: kind === "wrong" ? email : someEmail(), password: "not the password" }
            const reply = await api.post("/auth/login", sent)
            times[kind].push(performance.now() - began)
            seen.add(JSON.stringify([reply.status, reply.text, Object.keys(reply.headers)]))
          }
        }
        expect(seen.size).toBe(1)
        const ratio = median(times.unknown) / median(times.wrong)
        expect(ratio).toBeGreaterThan(0.95)
        expect(ratio).toBeLessThan(1.05)
      })
    },
  )
})

describe("200 logins at once", () => {
  it("leave GET /auth/me answered, 99 of 100 within 100 ms", { timeout: 180_000, retry: 2 }, async () => {
    await withCost(12, async (api) => {
      const { email, password, token } = await api.register()
      await api.get("/auth/me", bearer(token))
      const logging = { pending: true }
      const logins = Promise.all(
        Array.from({ length: 200 }, () => api.post("/auth/login", { email, password })),
      )
      const ended = logins.then((replies) => {
        logging.pending = false
        return replies
      })
      const times: number[] = []
      while (logging.pending) {
        const began = performance.now()
        expect((await api.get("/auth/me", bearer(token))).status).toBe(200)
        times.push(performance.now() - began)
        await new Promise((go) => setTimeout(go, 10))
      }
      expect((await ended).every(({ status }) => status === 200)).toBe(true)
      expect(times.length).toBeGreaterThan(100)
      expect(percentile(times, 0.99)).toBeLessThan(100)
    })
  })

  it(
    "and 200 more are too many: the queue is bounded, and the rest get 503 with Retry-After",
    { timeout: 180_000 },
    async () => {
      await withCost(9, async (api) => {
        const { email, password } = await api.register()
        const replies = await Promise.all(
          Array.from({ length: 400 }, () => api.post("/auth/login", { email, password })),
        )
        const refused = replies.filter(({ status }) => status === 503)
        expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(256)
        expect(refused.length).toBeGreaterThan(50)
        for (const { headers } of refused) expect(headers["retry-after"]).toBe("1")
        expect((await api.post("/auth/login", { email, password })).status).toBe(200)
      })
    },
  )
})
