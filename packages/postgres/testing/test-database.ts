import { execFileSync } from "node:child_process"
import { join } from "node:path"
import pg from "pg"

/** A database that one test file has for itself. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a fresh database on the server that `scripts/services` finds or starts. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(serverUrl())
}

/** Creates a fresh database on a given server. */
export async function createDatabaseOn(server: string): Promise<TestDatabase> {
  const name = `trivet_test_${crypto.randomUUID().replaceAll("-", "")}`
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) }
}

function serverUrl(): string {
  const given = process.env["DATABASE_URL"] ?? ""
  if (given.startsWith("postgres")) return given
  const printed = execFileSync(join(import.meta.dirname, "../../../scripts/services"), { encoding: "utf8" })
  const found = /^export DATABASE_URL=(\S+)$/m.exec(printed)?.[1]
  if (found === undefined) throw new Error("scripts/services has found no PostgreSQL")
  return found
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
