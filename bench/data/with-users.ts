import pg from "pg"
import { createTestDatabase } from "@trivet/postgres/testing"
import { createUsers } from "./users-table.ts"

/** Runs work beside a database with the table of users, which servers find in `DATABASE_URL`. */
export async function withUsers<Result>(work: () => Promise<Result>): Promise<Result> {
  const database = await createTestDatabase()
  try {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(createUsers)
    await client.end()
    process.env["DATABASE_URL"] = database.url
    return await work()
  } finally {
    await database.drop()
  }
}
