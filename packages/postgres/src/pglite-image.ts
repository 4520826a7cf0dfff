import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"

/** A database as PGlite has just made it, empty. To make one takes seconds; to load this, a fraction of that. */
export interface PGliteImage {
  /** The image; `undefined` where none has been kept yet. */
  read(): Promise<Blob | undefined>
  /** Keeps it for the next start. Where that cannot be done, the next start takes its time again. */
  keep(image: Blob): Promise<void>
}

/** The image for the installed version of PGlite. It is in the cache folder of the user, for all projects. */
export async function pgliteImage(): Promise<PGliteImage> {
  const manifest = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"))
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string }
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const cache = join(XDG_CACHE_HOME ?? LOCALAPPDATA ?? join(homedir(), ".cache"), "trivet")
  const file = join(cache, `pglite-${version}.tar`)
  return {
    read: () =>
      readFile(file).then(
        (bytes) => new Blob([bytes]),
        () => undefined,
      ),
    keep: async (image) => {
      const half = `${file}.${process.pid}`
      try {
        await mkdir(cache, { recursive: true })
        await writeFile(half, image.stream())
        // Whole or not at all: another process may be reading it.
        await rename(half, file)
      } catch {
        await rm(half, { force: true }).catch(() => undefined)
      }
    },
  }
}
