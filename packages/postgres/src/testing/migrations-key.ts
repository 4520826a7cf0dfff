import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Migration } from "../migrations/migration.ts"
import {
  type GivenMigrations,
  isFolder,
  pathOfFolder,
  readMigrations,
} from "../migrations/read-migrations.ts"
import { type RecordedQuery, recordQueries } from "../migrations/record-statements.ts"

/**
 * A digest of migrations, 32 hexadecimal digits: of the files in their folders, of the source of those that are records,
 * and of the queries that each of them would run. A change of what a migration imports changes its queries.
 */
export async function migrationsKey(given: GivenMigrations): Promise<string> {
  const parts: (string | Uint8Array)[] = []
  for (const entry of isFolder(given) ? [given] : given) {
    if (isFolder(entry)) parts.push(...(await filesOf(pathOfFolder(entry))))
    else if (!("package" in entry)) parts.push(String(entry.up))
    else if (isFolder(entry.migrations)) parts.push(...(await filesOf(pathOfFolder(entry.migrations))))
    else parts.push(...entry.migrations.map(({ up }) => String(up)))
  }
  for (const migration of await readMigrations(given)) {
    const queries = await lastingQueries(migration)
    parts.push(JSON.stringify([migration.name, migration.transaction, queries], withBigInts))
  }
  const hash = createHash("sha256")
  // With its length, so that what ends one part cannot begin the next.
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest("hex").slice(0, 32)
}

/** Names and contents, also of SQL and data beside the migrations. */
async function filesOf(folder: string): Promise<(string | Uint8Array)[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const read = await Promise.all(
    files.toSorted().map(async (file) => [file.slice(folder.length), await readFile(file)]),
  )
  return read.flat()
}

/**
 * The queries of a migration, without what differs from one run to the next, such as new ids and the present time: with
 * those each key would be new.
 */
async function lastingQueries(migration: Migration): Promise<unknown> {
  const first = await queriesOf(migration)
  // The clock must have moved on.
  await sleep(2)
  const second = await queriesOf(migration)
  if (first.length !== second.length) return undefined
  return first.map(({ sql, values }, at) => {
    const again = second[at]!
    return [
      sql === again.sql && sql,
      values.filter((value, place) => isSameValue(value, again.values[place])),
    ]
  })
}

async function queriesOf(migration: Migration): Promise<RecordedQuery[]> {
  const queries: RecordedQuery[] = []
  // A migration that needs the rows of a query may throw here. Its source is part of the key.
  await recordQueries(async (db) => migration.up(db), queries).catch(() => undefined)
  return queries
}

function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withBigInts) === JSON.stringify(other, withBigInts)
}

function withBigInts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value
}
