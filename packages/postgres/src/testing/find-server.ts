import { userInfo } from "node:os"
import pg from "pg"
import { PrivatePostgres } from "./private-postgres.ts"

let found: Promise<string> | undefined

/**
 * The address of a PostgreSQL server for tests: that of `DATABASE_URL`, otherwise 127.0.0.1:5432 if it needs no password,
 * otherwise a `PrivatePostgres` that runs until the process exits.
 */
export function findServer(): Promise<string> {
  const given = process.env["DATABASE_URL"] ?? ""
  if (/^postgres(?:ql)?:/.test(given)) return Promise.resolve(given)
  return (found ??= lookForServer())
}

async function lookForServer(): Promise<string> {
  for (const user of ["postgres", userInfo().username]) {
    const url = `postgres://${user}@127.0.0.1:5432/postgres`
    if (await mayCreateDatabases(url)) return url
  }
  return (await PrivatePostgres.start()).url
}

async function mayCreateDatabases(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  try {
    await client.connect()
    const rights = "select rolsuper or rolcreatedb as may from pg_roles where rolname = current_user"
    const { rows } = await client.query<{ may: boolean }>(rights)
    return rows[0]?.may === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
