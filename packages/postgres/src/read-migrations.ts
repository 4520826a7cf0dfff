import { readdir } from "node:fs/promises"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { fault } from "./faults.ts"
import type { Migration } from "./migration.ts"

const moduleFile = /^(?!.*\.(?:d|test)\.[cm]?ts$)(.+)\.[cm]?[jt]s$/

/** The migrations of a folder, or those given, in the order of their names. */
export async function readMigrations(given: URL | string | readonly Migration[]): Promise<Migration[]> {
  const found = typeof given === "string" || given instanceof URL ? await readFolder(given) : [...given]
  const sorted = found.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const twice = sorted.find(({ name }, at) => sorted[at + 1]?.name === name)
  if (twice !== undefined) throw fault("MIGRATION_NAME_TAKEN", { name: twice.name })
  return sorted
}

async function readFolder(given: URL | string): Promise<Migration[]> {
  const folder = given instanceof URL ? fileURLToPath(given) : resolve(given)
  const names = await readdir(folder).catch((cause: unknown) => {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
    throw fault("MIGRATIONS_UNREADABLE", { folder, reason }, { cause })
  })
  return Promise.all(
    names
      .filter((file) => moduleFile.test(file))
      .map(async (file) => {
        const path = join(folder, file)
        const written = (await import(pathToFileURL(path).href)) as Partial<Migration>
        if (typeof written.up !== "function") throw fault("MIGRATION_WITHOUT_UP", { path })
        const { up, down, transaction } = written
        return {
          name: moduleFile.exec(file)![1]!,
          up,
          ...(down && { down }),
          ...(transaction !== undefined && { transaction }),
        }
      }),
  )
}
