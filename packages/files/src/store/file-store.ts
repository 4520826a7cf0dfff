import { fault } from "../faults.ts"
import { checkedBytes, type ExpectedBytes, type StoredBytes } from "./checked-bytes.ts"

/** A part of the bytes: the offset of the first one, and their number. */
export interface BytesRange {
  readonly start: number
  readonly length: number
}

/** Bytes that are read from a store. Read them to their end, or call `close()`. */
export interface FileBytes extends AsyncIterable<Uint8Array> {
  /** The size of the whole file, also if only a range of it is read. */
  readonly size: number
  /** Ends reading early. */
  close(): void
}

/** A file of a store, as `list()` yields it. */
export interface ListedBytes {
  readonly key: string
  readonly size: number
}

/** What a signed address grants: a download with these headers, for a time. */
export interface AddressOptions {
  /** How many seconds it is valid. */
  readonly seconds: number
  /** The `Content-Type` of the reply. */
  readonly type: string
  /** The `Content-Disposition` of the reply. */
  readonly disposition: string
}

/** What a signed address for an upload grants: one file of this size and type, for a time. */
export interface UploadAddressOptions {
  /** How many seconds it is valid. */
  readonly seconds: number
  /** The `Content-Type` that the request must have. */
  readonly type: string
  /** The `Content-Length` that the request must have. */
  readonly size: number
}

/** Options of `FileStore.put()`. */
export interface StorePutOptions extends ExpectedBytes {
  /** The media type, for stores that keep it. */
  readonly type?: string
}

/**
 * Where the bytes of files are: in memory, in a folder, or in an object store. Applications use `Files`; a store of your own
 * extends this class and passes `fileStoreCases()` of `@trivet/files/testing`.
 */
export abstract class FileStore {
  /**
   * Stores bytes as they arrive. They can be read when it resolves, whole or not at all. It rejects, and keeps nothing, if the
   * source fails or is not what the options say. A key is used for one file only.
   */
  async put(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: StorePutOptions = {},
  ): Promise<StoredBytes> {
    checkKey(key)
    const checked = checkedBytes(source, options)
    await this.write(key, checked, options)
    return checked.stored
  }

  /** Opens the bytes of a file, or a range of them; `undefined` if there is none. */
  get(key: string, range?: BytesRange): Promise<FileBytes | undefined> {
    checkKey(key)
    return this.open(key, range)
  }

  /** Deletes a file, and what an interrupted `put()` has left of it. Nothing happens if there is none. */
  delete(key: string): Promise<void> {
    checkKey(key)
    return this.remove(key)
  }

  /** Yields all files, in any order. */
  abstract list(): AsyncIterable<ListedBytes>

  /**
   * Returns an address that anyone can read the file at, for a time. `undefined` if the store has none of its own: then a route
   * of the application serves it.
   */
  async url(_key: string, _options: AddressOptions): Promise<string | undefined> {
    return undefined
  }

  /**
   * Returns an address that anyone can store the file at with `PUT`, for a time, and with no other size or type. `undefined` if the
   * store has none of its own.
   */
  async uploadUrl(_key: string, _options: UploadAddressOptions): Promise<string | undefined> {
    return undefined
  }

  /** Stores the bytes of a key, whole or not at all. */
  protected abstract write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: StorePutOptions,
  ): Promise<void>

  /** Opens the bytes of a key. */
  protected abstract open(key: string, range: BytesRange | undefined): Promise<FileBytes | undefined>

  /** Removes a key. */
  protected abstract remove(key: string): Promise<void>
}

/** Keys become paths and addresses, so nothing in them may have a meaning there. */
const validKey = /^[a-z0-9][a-z0-9-]{0,99}$/

function checkKey(key: string): void {
  if (!validKey.test(key)) throw fault("FILE_KEY_INVALID", { key: JSON.stringify(key).slice(0, 120) })
}
