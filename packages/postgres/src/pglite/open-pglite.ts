import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Fault, type Log } from "trivet"
import { claimFolder } from "./claim-folder.ts"
import { fault } from "../faults.ts"
import { pgliteImage } from "./pglite-image.ts"
import type { PGlite } from "./pglite-stream.ts"

const scheme = "pglite://"

/** Whether a URL is for PGlite: PostgreSQL inside this process, for development. */
export function isPGlite(url: string): boolean {
  return url.startsWith(scheme)
}

/** The data folder of a `pglite://` URL; `undefined` for memory. */
export function findPGliteFolder(url: string): string | undefined {
  const path = url.slice(scheme.length)
  return path === "" || path === "memory" ? undefined : resolve(path)
}

/** Starts PGlite, which is an optional package, within `limit` milliseconds. */
export async function openPGlite(url: string, log?: Log, limit = 300_000): Promise<PGlite> {
  const late = sleep(limit, undefined, { ref: false }).then(() => {
    throw new Error(`it took longer than ${limit / 1_000} s`)
  })
  try {
    return await Promise.race([start(url, log), late])
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw fault("PGLITE_NOT_STARTED", { reason }, { cause })
  }
}

async function start(url: string, log: Log | undefined): Promise<PGlite> {
  const { PGlite: made } = await import("@electric-sql/pglite").catch((cause: unknown) => {
    throw fault("PGLITE_NOT_INSTALLED", {}, { cause })
  })
  const folder = findPGliteFolder(url)
  if (folder !== undefined) claimFolder(folder)
  const place = folder === undefined ? {} : { dataDir: folder }
  if (folder !== undefined && existsSync(join(folder, "PG_VERSION"))) return made.create(place)
  const image = await pgliteImage()
  const kept = await image.read()
  // If the image cannot be loaded, a new database and a new image are created.
  const loaded = kept && (await made.create({ ...place, loadDataDir: kept }).catch(() => undefined))
  if (loaded !== undefined) return loaded
  log?.info("Starting PGlite for the first time, which takes several seconds. Later starts take about one.")
  const fresh = await made.create(place)
  await image.keep(await fresh.dumpDataDir("none"))
  return fresh
}
