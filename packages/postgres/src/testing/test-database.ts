import { userInfo } from "node:os"
import pg from "pg"
import { PrivatePostgres } from "./private-postgres.ts"

/** A database that one test file has for itself. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * Creates a fresh database for a test file. The server is that of `DATABASE_URL`; without it, one at 127.0.0.1:5432
 * where tests may create databases without a password; without that, a `PrivatePostgres` until the process exits.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  server ??= findServer()
  return createDatabaseOn(await server)
}

/** Creates a fresh database on a given server. */
export async function createDatabaseOn(url: string): Promise<TestDatabase> {
  const name = `trivet_test_${crypto.randomUUID().replaceAll("-", "")}`
  await query(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: async () => void (await query(url, `drop database ${name} with (force)`)) }
}

let server: Promise<string> | undefined

async function findServer(): Promise<string> {
  const given = process.env["DATABASE_URL"] ?? ""
  if (given.startsWith("postgres")) return given
  for (const user of ["postgres", userInfo().username]) {
    const url = `postgres://${user}@127.0.0.1:5432/postgres`
    if (await mayCreateDatabases(url)) return url
  }
  return (await PrivatePostgres.start()).url
}

async function mayCreateDatabases(url: string): Promise<boolean> {
  const rights = "select rolsuper or rolcreatedb as may from pg_roles where rolname = current_user"
  return query<{ may: boolean }>(url, rights).then(
    ([row]) => row?.may === true,
    () => false,
  )
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
