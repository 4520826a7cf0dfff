import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"

/** A database as PGlite has just made it, empty. To make one takes seconds; to load this, a fraction of that. */
export interface PGliteImage {
  /** The image; `undefined` where none has been kept yet. */
  read(): Promise<Blob | undefined>
  /** Keeps it for the next start. Where that cannot be done, the next start takes its time again. */
  keep(image: Blob): Promise<void>
}

/** The image of the installed PGlite: beside it, so that whoever could change the one could change the other. */
export async function pgliteImage(
  entry: string = import.meta.resolve("@electric-sql/pglite"),
): Promise<PGliteImage> {
  const [folder] = entry.split("@electric-sql/pglite/")
  const { version } = JSON.parse(await readFile(new URL("../package.json", entry), "utf8")) as {
    version: string
  }
  const cache = new URL(".cache/trivet/", folder)
  const file = new URL(`pglite-${version}.tar`, cache)
  return {
    read: () =>
      readFile(file).then(
        (bytes) => new Blob([bytes]),
        () => undefined,
      ),
    keep: async (image) => {
      const half = new URL(`${file.href}.${process.pid}`)
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
