import { mkdirSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { PGlite } from "./pglite-stream.ts"

const scheme = "pglite://"

/** Whether a URL means PGlite: PostgreSQL inside this process, for development. */
export function isPGlite(url: string): boolean {
  return url.startsWith(scheme)
}

/** Where the data of a `pglite://` URL lies; `undefined` for memory. */
export function findPGliteFolder(url: string): string | undefined {
  const path = url.slice(scheme.length)
  return path === "" || path === "memory" ? undefined : resolve(path)
}

/** Starts PGlite, which is an optional package. */
export async function openPGlite(url: string): Promise<PGlite> {
  const { PGlite: made } = await import("@electric-sql/pglite").catch((cause: unknown) => {
    const fix = "npm install @electric-sql/pglite, or set DATABASE_URL to a server: postgres://user@host/name"
    throw new Error(`The package @electric-sql/pglite is not installed: ${fix}`, { cause })
  })
  const folder = findPGliteFolder(url)
  if (folder !== undefined) mkdirSync(dirname(folder), { recursive: true })
  return folder === undefined ? made.create() : made.create(folder)
}
