import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { access, type FileHandle, mkdir, open, opendir, readdir, rename, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { fault } from "../faults.ts"
import { type BytesRange, type FileBytes, FileStore, type ListedBytes } from "./file-store.ts"

/** Files that are being written. No key begins with a dot. */
const unfinished = ".unfinished"

/**
 * Keeps bytes in a folder, which all processes of the application must share. Files are written beside it and then renamed, so
 * that none can be read before it is whole and on the disk.
 */
export class FolderFileStore extends FileStore {
  /** The folder. */
  readonly folder: string

  constructor(folder: string) {
    super()
    this.folder = resolve(folder)
  }

  /** Throws if the folder cannot be written to. */
  async onHealth(): Promise<void> {
    await mkdir(this.folder, { recursive: true }).catch(unavailable)
    await access(this.folder, constants.R_OK | constants.W_OK).catch(unavailable)
  }

  async *list(): AsyncGenerator<ListedBytes> {
    for (const part of await readdir(this.folder).catch(ifMissing<string[]>([]))) {
      if (part.startsWith(".")) continue
      for await (const { name } of await opendir(join(this.folder, part))) {
        const handle = await open(join(this.folder, part, name)).catch(ifMissing(undefined))
        if (handle === undefined) continue
        try {
          yield { key: name, size: (await handle.stat()).size }
        } finally {
          await handle.close()
        }
      }
    }
  }

  protected async write(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const aside = join(this.folder, unfinished)
    const part = join(this.folder, partOf(key))
    await mkdir(aside, { recursive: true }).catch(unavailable)
    await mkdir(part, { recursive: true }).catch(unavailable)
    const path = join(aside, `${key}.${randomBytes(6).toString("hex")}`)
    const handle = await open(path, "wx", 0o600).catch(unavailable)
    try {
      try {
        for await (const piece of source) await writeAll(handle, piece)
        await handle.sync().catch(unavailable)
      } finally {
        await handle.close()
      }
      await rename(path, join(part, key)).catch(unavailable)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    await syncFolder(part)
  }

  protected async open(key: string, range?: BytesRange): Promise<FileBytes | undefined> {
    const path = join(this.folder, partOf(key), key)
    // A link would lead out of the folder.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
      ifMissing(undefined),
    )
    if (handle === undefined) return undefined
    const { size } = await handle.stat()
    return new FolderBytes(handle, size, range ?? { start: 0, length: size })
  }

  protected async remove(key: string): Promise<void> {
    await rm(join(this.folder, partOf(key), key), { force: true }).catch(unavailable)
    const aside = join(this.folder, unfinished)
    for (const name of await readdir(aside).catch(ifMissing<string[]>([])))
      if (name.startsWith(`${key}.`)) await rm(join(aside, name), { force: true }).catch(unavailable)
  }
}

class FolderBytes implements FileBytes {
  readonly size: number
  readonly #handle: FileHandle
  readonly #range: BytesRange
  #closed = false

  constructor(handle: FileHandle, size: number, range: BytesRange) {
    this.#handle = handle
    this.size = size
    this.#range = range
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { start, length } = this.#range
    const end = Math.min(start + length, this.size)
    try {
      for (let at = start; at < end && !this.#closed;) {
        const bytes = Buffer.allocUnsafe(Math.min(pieceSize, end - at))
        const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, at)
        if (bytesRead === 0) throw new Error("a stored file became shorter while it was read")
        at += bytesRead
        yield bytes.subarray(0, bytesRead)
      }
    } finally {
      this.close()
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    // It waits for a read in progress.
    this.#handle.close().catch(() => undefined)
  }
}

const pieceSize = 64 * 1024

/** Files are spread over folders, which few file systems need, and which people who look inside do. */
function partOf(key: string): string {
  return key.slice(0, 2)
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) {
    const { bytesWritten } = await handle.write(piece, at).catch(unavailable)
    at += bytesWritten
  }
}

/** Makes a rename survive a loss of power. Windows cannot open a folder, and needs no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return
  const handle = await open(path).catch(unavailable)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => (error.code === "ENOENT" || error.code === "ENOTDIR" ? value : unavailable(error))
}

/** The disk is full, or the folder is not there or not writable: the client may try again, the operator reads the cause. */
function unavailable(cause: NodeJS.ErrnoException): never {
  throw fault(
    "FILES_UNAVAILABLE",
    { store: "The folder of files", reason: cause.code ?? cause.message },
    { cause },
  )
}
