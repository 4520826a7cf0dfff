import { userInfo } from "node:os"
import pg from "pg"
import { PrivatePostgres } from "./private-postgres.ts"

/** A database for one test file. */
export interface TestDatabase {
  /** The address of the database. */
  readonly url: string
  /** Deletes the database and disconnects its sessions. */
  drop(): Promise<void>
}

/**
 * Creates an empty database for a test file: on the server of `DATABASE_URL`, otherwise on a server at 127.0.0.1:5432
 * that allows it without a password, otherwise on a `PrivatePostgres` that runs until the process exits.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  server ??= findServer()
  return createDatabaseOn(await server)
}

/**
 * Creates an empty database on the server at `url`.
 *
 * @example
 * ```ts
 * import { createDatabaseOn, PrivatePostgres } from "@trivet/postgres/testing"
 *
 * const server = await PrivatePostgres.start()
 * const [blog, shop] = [await createDatabaseOn(server.url), await createDatabaseOn(server.url)]
 * console.log(blog.url, shop.url)
 * await server.remove()
 * ```
 */
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
