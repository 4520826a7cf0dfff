import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, simulate, type TestDatabase } from "../../src/testing.ts"
import { chargesModule, migrations } from "./charges.ts"

// 1,000 seeds: TRIVET_LONG=1 npx vitest run packages/postgres/tests/idempotency
const seeds = process.env["TRIVET_LONG"] === "1" ? 1_000 : 40

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase({ migrations })
})
afterAll(() => test?.drop())

interface Seen {
  readonly user: string
  readonly replies: readonly string[]
}

/** Charges once, as a client that repeats the request until it gets a reply. */
async function charge(app: TestApp, user: string, amount: number): Promise<Seen> {
  const replies: string[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const headers = { "idempotency-key": "k", "x-user": user }
    const reply = await app.request("POST", "/charges", { json: { amount }, headers })
    if (reply.status === 201) replies.push(reply.text())
  }
  return { user, replies }
}

it("charges once for a key, whatever the order, and whatever is lost, in each seed of a simulation", async () => {
  const result = await simulate(() => createTestApp(chargesModule(test.url)), {
    seeds,
    failures: ["lostReply", "error", "crash", "clientGone"],
    calls: (app) => ({
      first: () => charge(app, "ada", 5),
      second: () => charge(app, "ada", 5),
      other: () => charge(app, "eve", 6),
    }),
    invariant: async (app, outcomes) => {
      const rows = (await app.request("GET", "/charges")).json() as {
        id: string
        user_id: string
        amount: number
      }[]
      for (const user of ["ada", "eve"]) {
        const own = rows.filter(({ user_id }) => user_id === user)
        const seen = outcomes.flatMap(({ value }) => (value as Seen | undefined) ?? [])
        const replies = new Set(seen.filter((one) => one.user === user).flatMap((one) => one.replies))
        expect(own.length).toBeLessThanOrEqual(1)
        if (replies.size > 0)
          expect([...replies]).toEqual(own.map(({ id, amount }) => JSON.stringify({ id, amount })))
      }
    },
  })
  expect(result).toMatchObject({ seeds })
}, 600_000)
