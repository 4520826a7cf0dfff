import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"

/** An image of a new, empty PGlite database. Creating one takes seconds; loading the image takes a fraction of that. */
export interface PGliteImage {
  /** The image; `undefined` if there is none yet. */
  read(): Promise<Blob | undefined>
  /** Stores it for the next start. If that fails, the next start is slow again. */
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
        // Renamed atomically: another process may be reading it.
        await rename(half, file)
      } catch {
        await rm(half, { force: true }).catch(() => undefined)
      }
    },
  }
}
