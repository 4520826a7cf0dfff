import { Connections } from "../connection/connections.ts"
import { databaseSettingsOf } from "../database-options.ts"
import { fault } from "../faults.ts"
import { LockingMigrator } from "../migrations/locking-migrator.ts"
import type { GivenMigrations } from "../migrations/read-migrations.ts"
import { urlOfImage } from "../pglite/open-pglite.ts"
import { imageFolder, pgliteImage, type PGliteImage } from "../pglite/pglite-image.ts"
import { migrationsKey } from "./migrations-key.ts"

/** The address of a PGlite database in memory that begins with migrations: with an image that is made once. */
export async function preparePGlite(migrations: GivenMigrations): Promise<string> {
  const key = await migrationsKey(migrations)
  const image = await pgliteImage(key)
  await image.makeOnce(() => makeImage(image, migrations))
  return urlOfImage(key)
}

async function makeImage(image: PGliteImage, migrations: GivenMigrations): Promise<void> {
  const connections = new Connections(databaseSettingsOf({ url: "pglite://memory" }), undefined)
  try {
    await new LockingMigrator(connections, migrations).migrate()
    // These are empty, and half of the time that a start takes to unpack an image.
    await connections.run("update pg_database set datistemplate = false", [])
    for (const name of ["template0", "template1"]) await connections.run(`drop database ${name}`, [])
    // A start replays what was written after it.
    await connections.run("checkpoint", [])
    const dump = await (await connections.pglite)!.dumpDataDir("none")
    await image.keep(dump).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw fault("TEST_IMAGE_NOT_STORED", { folder: imageFolder(), reason }, { cause })
    })
  } finally {
    await connections.end()
  }
}
