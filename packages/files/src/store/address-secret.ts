import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { FileStore } from "./file-store.ts"
import { FolderFileStore } from "./folder-file-store.ts"

/** Beside the files, because all processes that share them must accept each other's addresses. No key begins with a dot. */
const secretName = ".address-secret"

/** The secret of the addresses of the application's own route: made once for a folder, and for each process in memory. */
export function addressSecretOf(store: FileStore): () => Promise<Uint8Array> {
  let secret: Promise<Uint8Array> | undefined
  const make = () =>
    store instanceof FolderFileStore ? secretIn(store.folder) : Promise.resolve(randomBytes(32))
  return () =>
    (secret ??= make().catch((error: unknown) => {
      secret = undefined
      throw error
    }))
}

async function secretIn(folder: string): Promise<Uint8Array> {
  const path = join(folder, secretName)
  await mkdir(folder, { recursive: true })
  // Whole or not at all: another process may read it at the same time.
  const aside = join(folder, `${secretName}.${randomBytes(6).toString("hex")}`)
  await writeFile(aside, randomBytes(32), { mode: 0o600, flag: "wx" })
  try {
    await link(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    await rm(aside, { force: true })
  }
  return readFile(path)
}
