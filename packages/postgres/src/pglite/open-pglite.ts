import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Fault, type Log } from "trivet"
import { claimFolder } from "./claim-folder.ts"
import { fault } from "../faults.ts"
import { showProgress } from "../show-progress.ts"
import { type PGliteImage, pgliteImage } from "./pglite-image.ts"
import type { PGlite } from "./pglite-stream.ts"

const scheme = "pglite://"

/** Whether a URL is for PGlite: PostgreSQL inside this process, for development. */
export function isPGlite(url: string): boolean {
  return url.startsWith(scheme)
}

/** The data folder of a `pglite://` URL; `undefined` for memory. */
export function findPGliteFolder(url: string): string | undefined {
  const path = url.slice(scheme.length)
  return path === "" || path === "memory" || findImage(url) !== undefined ? undefined : resolve(path)
}

/** The address of a database in memory that begins as a copy of an image. */
export function urlOfImage(key: string): string {
  return `${scheme}memory?image=${key}`
}

function findImage(url: string): string | undefined {
  return /^pglite:\/\/memory\?image=([\da-f]{32})$/.exec(url)?.[1]
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
  const key = findImage(url)
  if (key !== undefined) return load(await pgliteImage(key), made)
  const folder = findPGliteFolder(url)
  if (folder !== undefined) claimFolder(folder)
  const place = folder === undefined ? {} : { dataDir: folder }
  if (folder !== undefined && existsSync(join(folder, "PG_VERSION"))) return made.create(place)
  const image = await pgliteImage()
  let fresh: PGlite | undefined
  const create = async () => {
    log?.info("Starting PGlite for the first time, which takes several seconds. Later starts take about one.")
    const progress = await showProgress({ label: "PGlite" })
    try {
      fresh = await made.create(place)
      // If it cannot be stored, the next start is slow again.
      await image.keep(await fresh.dumpDataDir("none")).catch(() => undefined)
    } finally {
      progress?.end()
    }
  }
  await image.makeOnce(create)
  const kept = fresh === undefined ? await image.read() : undefined
  // If the image cannot be loaded, a new database and a new image are created.
  const loaded = kept && (await made.create({ ...place, loadDataDir: kept }).catch(() => undefined))
  if (loaded !== undefined) return loaded
  if (fresh === undefined) await create()
  return fresh!
}

/** A database of `createTestDatabase()`, which has made the image. */
async function load(image: PGliteImage, made: { create(options: object): Promise<PGlite> }): Promise<PGlite> {
  const kept = await image.read()
  if (kept === undefined) throw new Error("the prepared database for tests has been deleted")
  try {
    return await made.create({ loadDataDir: kept })
  } catch (error) {
    // The next run makes a new one.
    await image.remove()
    throw error
  }
}
