import pg from "pg"
import { createTestDatabase } from "@trivet/postgres/testing"
import type { ContractCalls } from "../../../../packages/trivet/tests/client/contract-calls.ts"
import { startBlog, testSecret } from "../testing/start-blog.ts"
import { Subject } from "./subject.ts"

/** A blog in a process of its own, with a database of its own. */
export interface StartedSubject {
  readonly subject: Subject
  stop(): Promise<void>
}

/** Starts the blog as the statements call it; `contractsOf` makes what sends the calls, for its address. */
export async function startSubject(contractsOf?: (url: string) => ContractCalls): Promise<StartedSubject> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const blog = await startBlog({ DATABASE_URL: database.url, JWT_SECRET: testSecret })
  const subject = new Subject(blog.url, {
    ...(contractsOf !== undefined && { contracts: contractsOf(blog.url) }),
    secret: testSecret,
    store: {
      query: async (text, values = []) =>
        (await client.query<Record<string, unknown>>(text, [...values])).rows,
    },
  })
  return {
    subject,
    stop: async () => {
      await blog.stop()
      await client.end()
      await database.drop()
    },
  }
}
