import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type RunningBlog, startBlog, testSecret } from "../testing/start-blog.ts"
import { statements } from "./statements.ts"
import { Subject } from "./subject.ts"

let database: TestDatabase
let client: pg.Client
let blog: RunningBlog
let subject: Subject

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  blog = await startBlog({ DATABASE_URL: database.url, JWT_SECRET: testSecret })
  subject = new Subject(blog.url, {
    secret: testSecret,
    store: {
      query: async (text, values = []) =>
        (await client.query<Record<string, unknown>>(text, [...values])).rows,
    },
  })
})

afterAll(async () => {
  await blog?.stop()
  await client?.end()
  await database?.drop()
})

describe("the blog", () => {
  it.each(statements)("$section: $says", async ({ check }) => {
    await expect(check(subject)).resolves.toBeUndefined()
  })
})
