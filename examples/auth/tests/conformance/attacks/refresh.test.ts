import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, type Api, bearer } from "../api.ts"
import { rounds, startTwo, type TwoServers } from "./two-servers.ts"

interface Pair {
  readonly access_token: string
  readonly refresh_token: string
}

let two: TwoServers
let account: Account

beforeAll(async () => {
  two = await startTwo()
  account = await two.apis[0].register()
})
afterAll(() => two.stop())

async function begin(api: Api): Promise<Pair> {
  return (await api.post("/auth/token", account)).json as Pair
}

function refresh(api: Api, { refresh_token }: Pair) {
  return api.post("/auth/refresh", { refresh_token })
}

const status = async (api: Api, { access_token }: Pair) =>
  (await api.get("/auth/me", bearer(access_token))).status

describe("a refresh token over two processes", () => {
  it(
    "has exactly one winner among 50 callers, every round, and its family is dead after",
    { timeout: 600_000 },
    async () => {
      const [one, other] = two.apis
      for (let round = 0; round < rounds(200); round++) {
        const first = await begin(one)
        const replies = await Promise.all(
          Array.from({ length: 50 }, (_, at) => refresh(at % 2 === 0 ? one : other, first)),
        )
        const won = replies.filter((reply) => reply.status === 200)
        expect(won).toHaveLength(1)
        expect(replies.filter((reply) => reply.status === 401)).toHaveLength(49)
        const pair = won[0]!.json as Pair
        expect([
          (await refresh(one, pair)).status,
          await status(one, pair),
          await status(other, pair),
        ]).toEqual([401, 401, 401])
      }
      await two.expectWell()
    },
  )

  it("that was used on one ends its family when it is shown to the other", async () => {
    const [one, other] = two.apis
    const first = await begin(one)
    const second = (await refresh(other, first)).json as Pair
    expect((await refresh(one, first)).json).toEqual({ error: "invalid refresh token" })
    expect((await refresh(other, second)).json).toEqual({ error: "invalid refresh token" })
  })

  it("leaves no live token when it races a logout on the other", { timeout: 600_000 }, async () => {
    const [one, other] = two.apis
    for (let round = 0; round < rounds(1_000); round++) {
      const first = await begin(one)
      const [reply, logout] = await Promise.all([
        refresh(one, first),
        new Promise((go) => setTimeout(go, round % 5)).then(() =>
          other.post("/auth/logout", { refresh_token: first.refresh_token }),
        ),
      ])
      expect(logout.status).toBe(204)
      const pair = reply.status === 200 ? (reply.json as Pair) : undefined
      const live = [await status(other, first), (await refresh(other, first)).status]
      if (pair !== undefined) live.push(await status(other, pair), (await refresh(one, pair)).status)
      expect(new Set(live)).toEqual(new Set([401]))
    }
    await two.expectWell()
  })

  it("is stored as a hash, beside nothing that could be used", async () => {
    const rows = await two.database.query<{ key: string; value: string }>("select key, value from key_values")
    const all = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(10)
    for (const api of two.apis) for (const secret of api.secrets) expect(all.includes(secret)).toBe(false)
    const endless = await two.database.query("select key from key_values where ends is null")
    expect(endless).toEqual([])
  })
})
