import { Database } from "../database.ts"
import type { DatabaseOptions } from "../database-options.ts"
import { fault } from "../faults.ts"
import type { GivenMigrations } from "../migrations/read-migrations.ts"
import { checkServer } from "./check-server.ts"
import { findServer } from "./find-server.ts"
import { migrationsKey } from "./migrations-key.ts"
import { preparePGlite } from "./prepare-pglite.ts"
import { type Preparation, type TestDatabase, TestServer } from "./test-server.ts"

/** Options of `createTestDatabase()`. */
export interface TestDatabaseOptions {
  /**
   * The server: the address of any of its databases, which stays as it is, or `pglite://memory`. Default: the server of
   * `DATABASE_URL`, otherwise one at 127.0.0.1:5432 that needs no password, otherwise a `PrivatePostgres` that runs until
   * the process exits.
   */
  readonly url?: string
  /**
   * The migrations that the database begins with, as in `postgres(Db, { migrations })`. They are applied once, to a
   * database that is then copied, until one of them changes. Default: none, the database is empty.
   */
  readonly migrations?: DatabaseOptions["migrations"]
  /** The host of a server for tests on another machine. Default: only servers on this machine are used. */
  readonly allowHost?: string
}

/**
 * Creates a database for a test file. With `migrations` it is the copy of a prepared one, which takes a fraction of the
 * time that the migrations take. The role needs the right CREATEDB, and no other.
 *
 * @example
 * ```ts
 * import { createTestDatabase } from "@trivet/postgres/testing"
 *
 * const migrations = new URL("migrations/", import.meta.url)
 * const database = await createTestDatabase({ url: "pglite://memory", migrations })
 * console.log(database.url)
 * await database.drop()
 * ```
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrations, allowHost, url = await findServer() } = options
  if (url === "pglite://memory") {
    const prepared = migrations === undefined ? url : await preparePGlite(migrations)
    return { url: prepared, drop: () => Promise.resolve() }
  }
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw fault("POSTGRES_URL_INVALID", {
      variable: "url",
      schemes: "`postgres://`, and is not `pglite://memory`",
    })
  checkServer(url, allowHost)
  const server = servers.get(url) ?? new TestServer(url)
  servers.set(url, server)
  return server.create(migrations === undefined ? undefined : await preparationOf(migrations))
}

const servers = new Map<string, TestServer>()

async function preparationOf(migrations: GivenMigrations): Promise<Preparation> {
  const fill = async (url: string) => {
    const database = new Database<object>({ url, directUrl: url, migrations, migrateAtStart: true })
    try {
      await database.onStart()
    } finally {
      await database.onStop()
    }
  }
  return { key: await migrationsKey(migrations), fill }
}
