import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"
import { makeOnce } from "./make-once.ts"

/** An image of a PGlite database. Creating a database takes seconds; loading its image takes a fraction of that. */
export interface PGliteImage {
  /** The image; `undefined` if there is none yet. */
  read(): Promise<Blob | undefined>
  /** Stores it for the next start. */
  keep(image: Blob): Promise<void>
  /** Deletes it, if it cannot be loaded. */
  remove(): Promise<void>
  /** Runs `make`, which must call `keep()`, if there is no image. Of several processes only one does. */
  makeOnce(make: () => Promise<void>): Promise<void>
}

/** Images that no start has loaded for as many days are deleted. */
const maxAgeDays = 14

/** An image has 25 to 40 MB. */
const maxImages = 12

/** The folder of the images, which all projects of the user share. */
export function imageFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return join(XDG_CACHE_HOME ?? LOCALAPPDATA ?? join(homedir(), ".cache"), "trivet")
}

/**
 * The image for the installed version of PGlite: that of an empty database, or the one that `key` names, 32 hexadecimal
 * digits.
 */
export async function pgliteImage(key?: string): Promise<PGliteImage> {
  const manifest = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"))
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string }
  const folder = imageFolder()
  const name = key === undefined ? `pglite-${version}.tar` : `pglite-${version}-${key}.tar`
  const file = join(folder, name)
  return {
    read: async () => {
      const bytes = await readFile(file).catch(() => undefined)
      if (bytes === undefined) return undefined
      const now = new Date()
      await utimes(file, now, now).catch(() => undefined)
      return new Blob([bytes])
    },
    keep: async (image) => {
      const half = `${file}.${process.pid}`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(half, image.stream())
        // Renamed atomically: another process may be reading it.
        await rename(half, file)
      } catch (error) {
        await rm(half, { force: true }).catch(() => undefined)
        throw error
      }
      await removeOld(folder, name)
    },
    remove: () => rm(file, { force: true }),
    makeOnce: (make) => makeOnce(file, make),
  }
}

/** Deletes images that have not been used for long, and those beyond the number that is kept. */
async function removeOld(folder: string, kept: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^pglite-.*\.tar$/.test(name) && name !== kept)
  const found = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      return { file, used: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const oldest = Date.now() - maxAgeDays * 86_400_000
  const newest = found.toSorted((one, other) => other.used - one.used)
  const old = newest.filter(({ used }, at) => used < oldest || at >= maxImages - 1)
  await Promise.all(old.map(({ file }) => rm(file, { force: true }).catch(() => undefined)))
}
