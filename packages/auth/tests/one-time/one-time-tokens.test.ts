import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { Database, PostgresKeyValue } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { KeyValue, module, provide } from "trivet"
import { createTestApp, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OneTimeTokens, Revocations } from "../../src/index.ts"
import { WatchedKeyValue } from "../testing/test-auth.ts"
import { fresh, oneTimeCases } from "./one-time-cases.ts"

class Db extends Database<{ readonly key_values: { readonly key: string; readonly value: string } }> {}

async function tokensOn(store: KeyValue) {
  const declarations = [OneTimeTokens, Revocations, provide(KeyValue, () => store)]
  const app = await createTestApp(module({ name: "root", declarations }))
  return { tokens: app.get(OneTimeTokens), revocations: app.get(Revocations) }
}

describe("one-time tokens in memory", () => {
  it.each(oneTimeCases)("$name", async ({ run }) => {
    const clock = new TestClock()
    const store = new WatchedKeyValue(clock)
    const { tokens, revocations } = await tokensOn(store)
    const read = async () => JSON.stringify([...store.written])
    const subject = {
      tokens,
      revocations,
      others: tokens,
      read,
      pass: (seconds: number) => clock.advance({ seconds }),
    }
    await expect(run(subject)).resolves.toBeUndefined()
  })
})

describe("one-time tokens in PostgreSQL", () => {
  let database: TestDatabase
  let db: Db
  let other: Db
  beforeAll(async () => {
    database = await createTestDatabase()
    ;[db, other] = [new Db({ url: database.url }), new Db({ url: database.url })]
    await new PostgresKeyValue(db).onStart()
  })
  afterAll(async () => {
    await db.onStop()
    await other.onStop()
    await database.drop()
  })

  it.each(oneTimeCases)("$name", async ({ run }) => {
    const clock = new TestClock()
    const store = new PostgresKeyValue(db, { clock })
    const read = async () => JSON.stringify(await db.selectFrom("key_values").selectAll().execute())
    const subject = {
      ...(await tokensOn(store)),
      others: (await tokensOn(new PostgresKeyValue(other, { clock }))).tokens,
      read,
      pass: (seconds: number) => clock.advance({ seconds }),
    }
    await expect(run(subject)).resolves.toBeUndefined()
  })

  it("have one winner of two processes, in each of 200 rounds", async () => {
    const program = `${import.meta.dirname}/rival.ts`
    const rivals = [1, 2].map(() =>
      fork(program, [database.url], { execArgv: ["--conditions=@trivet/source"] }),
    )
    try {
      await Promise.all(rivals.map((rival) => once(rival, "message")))
      const { tokens } = await tokensOn(new PostgresKeyValue(db))
      const winners = [0, 0]
      for (let round = 0; round < 200; round++) {
        const token = await tokens.create("reset", `u${round}`, fresh)
        const won = await Promise.all(rivals.map((rival) => ask(rival, token)))
        expect(won.filter(Boolean)).toHaveLength(1)
        winners[won[0] ? 0 : 1]!++
      }
      // Otherwise it was no race.
      for (const count of winners) expect(count).toBeGreaterThan(0)
    } finally {
      for (const rival of rivals) rival.kill()
    }
  })
})

async function ask(rival: ChildProcess, token: string): Promise<boolean> {
  const reply = once(rival, "message")
  rival.send(token)
  return ((await reply) as [boolean])[0]
}
