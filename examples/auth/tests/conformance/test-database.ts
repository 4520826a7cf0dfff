import { execFileSync } from "node:child_process"
import { join } from "node:path"
import pg from "pg"

/** A database for one run, on the server that `scripts/services` finds or starts. */
export interface TestDatabase {
  readonly url: string
  query<Row extends object>(text: string): Promise<Row[]>
  drop(): Promise<void>
}

/** Creates a fresh database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = servicesOf().database
  const name = `auth_test_${crypto.randomUUID().replaceAll("-", "")}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    query: (text) => query(url.href, text),
    drop: async () => void (await query(server, `drop database ${name} with (force)`)),
  }
}

/** The addresses of PostgreSQL and Redis. */
export function servicesOf(): { readonly database: string; readonly redis: string } {
  const { DATABASE_URL = "", REDIS_URL = "" } = process.env
  if (DATABASE_URL.startsWith("postgres") && REDIS_URL !== "")
    return { database: DATABASE_URL, redis: REDIS_URL }
  const printed = execFileSync(join(import.meta.dirname, "../../../../scripts/services"), {
    encoding: "utf8",
  })
  const found = (name: string): string => {
    const value = new RegExp(`^export ${name}=(\\S+)$`, "m").exec(printed)?.[1]
    if (value === undefined) throw new Error(`scripts/services has found no ${name}`)
    return value
  }
  return { database: found("DATABASE_URL"), redis: found("REDIS_URL") }
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
