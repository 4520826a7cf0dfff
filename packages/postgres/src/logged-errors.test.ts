import { sql } from "kysely"
import { createDefaultLog, createJsonLog } from "trivet"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "./testing/test-database.ts"
import type { TestDatabase } from "./testing/test-server.ts"
import { Database } from "./database.ts"

class Db extends Database<object> {}

const hash = "$2b$12$abcdefghijklmnopqrstuv"

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** What PostgreSQL says of a row that it rejects: the driver's `detail` lists the whole row. */
async function rejectionFrom(url: string): Promise<Error> {
  const db = new Db({ url })
  await db.onStart()
  try {
    await sql`create table members (id serial, password text, name text not null)`.execute(db)
    await sql`insert into members (password, name) values (${hash}, null)`.execute(db)
    throw new Error("the row was taken")
  } catch (error) {
    return error as Error
  } finally {
    await db.onStop()
  }
}

describe("the log of a rejected row", () => {
  it.each(["PostgreSQL", "PGlite"])(
    "has the column and not the values: %s",
    async (name) => {
      const error = await rejectionFrom(name === "PGlite" ? "pglite://memory" : test.url)
      // The test itself: the driver's error does hold it.
      expect((error.cause as { readonly detail: string }).detail).toContain(hash)
      const lines: string[] = []
      const write = (line: string) => lines.push(line)
      createJsonLog({ write }).error({ err: error, also: { error } }, "call failed")
      createDefaultLog({ isTTY: true, write }).error({ err: error, also: { error } }, "call failed")
      const [json = "", text = ""] = lines
      for (const line of [json, text]) expect(line).not.toContain(hash)
      expect(JSON.parse(json)).toMatchObject({
        err: { code: "23502", table: "members", column: "name", cause: { code: "23502" } },
      })
      expect(text).toContain('null value in column "name"')
    },
    // PGlite takes seconds to start on a busy machine.
    120_000,
  )
})
