import { type Context, PublicError, Reply, ReplyHeaders } from "trivet"
import { afterCommit } from "trivet/extend"
import { checkedType, checkNumber, plainName } from "./checked-options.ts"
import type { DirectUpload, DownloadOptions, PutOptions, UploadOptions, UrlOptions } from "./file-options.ts"
import { fault } from "./faults.ts"
import { fileReply, headersOf } from "./reply/file-reply.ts"
import { downloadGrant, type SignedAddresses, uploadGrant } from "./reply/signed-addresses.ts"
import { addRow, deleteRow, type FileRow, findRow, uuid } from "./rows/file-rows.ts"
import { Leftovers } from "./rows/leftovers.ts"
import { consumeUpload } from "./rows/pending-uploads.ts"
import type { FilesDatabase } from "./rows/sql-on.ts"
import { type FileSource, type Source, sourceOf } from "./source-of.ts"
import { deleteExpired, type Place, StagedBytes } from "./staged-bytes.ts"
import { StagedStream } from "./staged-stream.ts"
import type { BytesRange } from "./store/file-store.ts"
import { maxSeconds } from "./store/presigned-url.ts"
import type { UsedStore } from "./store/watched-store.ts"
import { StoredFile } from "./stored-file.ts"

/** @internal What `Files` is made of. */
export interface FilesParts {
  readonly database: FilesDatabase
  readonly store: UsedStore
  readonly addresses: SignedAddresses
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** For how long bytes without a row are kept. Default: an hour. */
  readonly leftoverSeconds?: number
}

/**
 * Files: each is a row of `stored_files`, with its bytes in a `FileStore`. Inside a transaction of the database a file exists if that
 * commits, and not at all otherwise.
 */
export class Files {
  readonly #parts: FilesParts
  readonly #place: Place
  /** The bytes of streams that were read: `transact()` may run its work a second time. */
  readonly #read = new WeakMap<object, StagedBytes>()

  /** @internal Made by `files()`. */
  constructor(parts: FilesParts) {
    const { database, store, leftoverSeconds } = parts
    this.#parts = parts
    this.#place = { store, leftovers: new Leftovers(database.outsideTransaction(), leftoverSeconds) }
  }

  /**
   * Stores a file and adds its row, in the open transaction if there is one: `const { id } = await files.put(picture)`. Refer to the
   * id with a foreign key. A file never changes.
   */
  async put(given: FileSource, options: PutOptions = {}): Promise<StoredFile> {
    checkNumber("maxSize", options.maxSize, 0)
    checkNumber("size", options.size, 0)
    const source = sourceOf(given)
    const name = plainName(options.name ?? source.name)
    const type = checkedType(options.type ?? source.type)
    const staged = await this.#stage(source, type, options)
    const row = await this.#addRow(staged, name, type)
    if (row !== undefined) return this.#fileOf(row)
    // An upload that is stored twice becomes two files, because each may be deleted.
    const copy = await StagedBytes.create(this.#place, new StagedStream(staged), { type })
    return this.#fileOf((await this.#addRow(copy, name, type))!)
  }

  /** Returns a file, to read it; `undefined` if there is none. */
  async get(id: string): Promise<StoredFile | undefined> {
    const row = await findRow(this.#parts.database, id)
    return row === undefined ? undefined : this.#fileOf(row)
  }

  /**
   * Deletes a file: the row in the open transaction, the bytes after its commit. Returns false if there is none. It fails while a
   * foreign key refers to the row.
   */
  async delete(id: string): Promise<boolean> {
    if (!(await deleteRow(this.#parts.database, id))) return false
    await this.#afterCommit(() => deleteExpired(this.#place, id.toLowerCase()))
    return true
  }

  /**
   * Returns an address at which anyone can read a file for a time: for a mail, or another service. It may begin with the path: put
   * the origin of your application before it. Throws 404 if there is none.
   */
  async url(id: string, options: UrlOptions): Promise<string> {
    const { seconds, inline = false } = options
    checkNumber("seconds", seconds, 1)
    const row = await findRow(this.#parts.database, id)
    if (row === undefined) throw new PublicError(404, "Not Found")
    const name = plainName(options.name ?? row.name)
    const own = await this.#parts.store.url(row.id, { seconds, ...headersOf(row, { name, inline }) })
    if (own !== undefined) return own
    const grant = { id: row.id, expires: this.#in(seconds), ...downloadGrant(name, inline) }
    return this.#parts.addresses.create(grant)
  }

  /**
   * Returns an address at which a client can store one file with `PUT`, of this type and size, so that its bytes do not pass
   * through the handlers of the application. It becomes a file with `confirmUpload()`; otherwise its bytes are deleted, a day after
   * the address has expired.
   */
  async createUpload(options: UploadOptions): Promise<DirectUpload> {
    const { owner, size, seconds = 3_600 } = options
    checkNumber("size", size, 0)
    checkNumber("seconds", seconds, 1, maxSeconds)
    const [name, type, id] = [plainName(options.name), checkedType(options.type), crypto.randomUUID()]
    await this.#place.leftovers.addUpload(id, { owner, name, type, size }, seconds)
    const own = await this.#parts.store.uploadUrl(id, { seconds, type, size })
    const grant = { id, expires: this.#in(seconds), ...uploadGrant(type, String(size)) }
    return { id, url: own ?? (await this.#parts.addresses.create(grant)), type }
  }

  /**
   * Makes a file of what was stored at an address, once, in the open transaction. Its bytes are read and stored under a new key,
   * because the address may still be valid. Throws 404 if there is no such upload of this owner, or it was confirmed before.
   */
  async confirmUpload(id: string, { owner }: { readonly owner: string }): Promise<StoredFile> {
    const { database, store } = this.#parts
    return database.transact(async (transaction) => {
      const upload = uuid.test(id) ? await consumeUpload(transaction, id, owner) : undefined
      if (upload === undefined) throw new PublicError(404, "Not Found")
      const bytes = await store.get(id.toLowerCase())
      if (bytes === undefined) throw fault("FILE_NOT_UPLOADED", { id })
      const { name, type, size } = upload
      const file = await this.put(bytes, { name, type, size }).finally(() => bytes.close())
      await this.#afterCommit(() => store.delete(id.toLowerCase()))
      return file
    })
  }

  /**
   * Creates the reply that sends a file: with its type and its name, in parts if the client asks for them, and never as a page that
   * runs scripts. 404 if there is none. The guards of the route decide who gets it.
   */
  async download(ctx: Context, id: string, options: DownloadOptions = {}): Promise<Reply> {
    const row = await findRow(this.#parts.database, id)
    if (row === undefined) return Reply.error(404, "Not Found")
    const { name = row.name, inline = false, redirect = false } = options
    // The address is that of GET.
    if (redirect && ctx.method !== "HEAD")
      return redirectTo(await this.url(id, { name, inline, seconds: 60 }))
    return fileReply(ctx, this.#parts.store, row, { name: plainName(name), inline })
  }

  /**
   * Deletes bytes without a row: of uploads that were not finished, of transactions that were rolled back, and of deleted files.
   * Returns how many. A process that serves does it each minute.
   */
  async sweep(): Promise<number> {
    let deleted = 0
    for (let last = -1; last !== 0; deleted += last) last = await deleteExpired(this.#place)
    return deleted
  }

  /** @internal For `StoreUploads`: stores bytes while they arrive, before a handler adds their row. */
  async receive(source: AsyncIterable<Uint8Array>): Promise<StagedBytes> {
    return StagedBytes.create(this.#place, source, {})
  }

  async #afterCommit(work: () => Promise<unknown>): Promise<void> {
    const later = () => work().catch(this.#parts.onError)
    if (!afterCommit(later)) await later()
  }

  /** Seconds since 1970. */
  #in(seconds: number): number {
    return Math.floor(this.#parts.now() / 1_000) + seconds
  }

  #addRow(staged: StagedBytes, name: string, type: string): Promise<FileRow | undefined> {
    return this.#parts.database.transact(async (transaction) => {
      await staged.claim(transaction)
      return addRow(transaction, { id: staged.id, name, type, ...staged.stored })
    })
  }

  async #stage(source: Source, type: string, options: PutOptions): Promise<StagedBytes> {
    const { stream, once } = source
    const size = options.size ?? source.size
    const known = stream instanceof StagedStream ? stream.staged : this.#read.get(stream)
    if (known !== undefined) return checkedAgain(known, options)
    const { maxSize, sha256 } = options
    const staged = await StagedBytes.create(this.#place, stream, {
      type,
      ...(maxSize !== undefined && { maxSize }),
      ...(size !== undefined && { size }),
      ...(sha256 !== undefined && { sha256 }),
    })
    if (once) this.#read.set(stream, staged)
    return staged
  }

  #fileOf(row: FileRow): StoredFile {
    return new StoredFile(row, async (range?: BytesRange) => {
      const bytes = await this.#parts.store.get(row.id, range)
      if (bytes === undefined) throw fault("FILE_BYTES_MISSING", { id: row.id })
      return bytes
    })
  }
}

/** Bytes that are stored already, held to the options of this call. */
function checkedAgain(staged: StagedBytes, { maxSize = Infinity, size, sha256 }: PutOptions): StagedBytes {
  const { stored } = staged
  if (stored.size > maxSize) throw fault("FILE_TOO_LARGE", { limit: maxSize })
  if (size !== undefined && stored.size !== size)
    throw fault("FILE_SIZE_DIFFERS", { wanted: size, size: String(stored.size) })
  if (sha256 !== undefined && sha256.toLowerCase() !== stored.sha256)
    throw fault("FILE_DIGEST_DIFFERS", { wanted: sha256, digest: stored.sha256 })
  return staged
}

function redirectTo(address: string): Reply {
  const reply = Reply.empty(302)
  // The address becomes invalid, so it must not be remembered.
  reply.headers = new ReplyHeaders().set("location", address).set("cache-control", "no-store")
  return reply
}
