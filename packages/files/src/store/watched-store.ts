import type { Operations } from "trivet/extend"
import type { StoredBytes } from "./checked-bytes.ts"
import type {
  AddressOptions,
  BytesRange,
  FileBytes,
  FileStore,
  StorePutOptions,
  UploadAddressOptions,
} from "./file-store.ts"

/** What `Files` needs of a store. */
export type UsedStore = Pick<FileStore, "put" | "get" | "delete" | "url" | "uploadUrl">

/** A store that reports what it does to those who watch the application, such as `trivet dev`. Otherwise it only passes it on. */
export class WatchedStore implements UsedStore {
  readonly #store: FileStore
  readonly #operations: Operations

  constructor(store: FileStore, operations: Operations) {
    this.#store = store
    this.#operations = operations
  }

  put(key: string, source: AsyncIterable<Uint8Array>, options: StorePutOptions): Promise<StoredBytes> {
    let stored: StoredBytes | undefined
    const put = async () => (stored = await this.#store.put(key, source, options))
    return this.#run("put", put, () => stored?.size ?? 0)
  }

  get(key: string, range?: BytesRange): Promise<FileBytes | undefined> {
    const open = () => this.#store.get(key, range)
    return this.#operations.watched ? this.#read(open) : open()
  }

  delete(key: string): Promise<void> {
    return this.#run("delete", () => this.#store.delete(key))
  }

  url(key: string, options: AddressOptions): Promise<string | undefined> {
    return this.#store.url(key, options)
  }

  uploadUrl(key: string, options: UploadAddressOptions): Promise<string | undefined> {
    return this.#store.uploadUrl(key, options)
  }

  #run<Result>(method: string, work: () => Promise<Result>, bytes?: () => number): Promise<Result> {
    if (!this.#operations.watched) return work()
    const text = `${this.#store.constructor.name}.${method}`
    return this.#operations.run({ kind: "file", text, values: [], ...(bytes && { bytes }) }, work)
  }

  /** Opens bytes as an operation, which ends when they are read to their end or closed. */
  #read(open: () => Promise<FileBytes | undefined>): Promise<FileBytes | undefined> {
    const [opened, read] = [Promise.withResolvers<FileBytes | undefined>(), Promise.withResolvers<void>()]
    let moved = 0
    const work = async () => {
      const bytes = await open()
      if (bytes === undefined) return
      opened.resolve({
        size: bytes.size,
        async *[Symbol.asyncIterator]() {
          try {
            for await (const piece of bytes) {
              moved += piece.length
              yield piece
            }
          } catch (error) {
            read.reject(error)
            throw error
          } finally {
            read.resolve()
            // Watchers learn of the end before the reader does: it may be that of the call.
            await ended.catch(() => undefined)
          }
        },
        close() {
          bytes.close()
          read.resolve()
        },
      })
      await read.promise
    }
    const ended = this.#run("get", work, () => moved)
    // After the bytes were passed on, neither has an effect.
    ended.then(() => opened.resolve(undefined), opened.reject)
    return opened.promise
  }
}
