import { fault } from "./faults.ts"
import type { FileBytes, StorePutOptions } from "./store/file-store.ts"
import type { UsedStore } from "./store/watched-store.ts"
import type { StoredBytes } from "./store/checked-bytes.ts"
import { claimBytes, type Leftovers } from "./rows/leftovers.ts"
import type { FilesQueries } from "./rows/sql-on.ts"

/** What storing and deleting needs. */
export interface Place {
  readonly store: UsedStore
  readonly leftovers: Leftovers
}

/** Bytes in the store that have no row yet. */
export class StagedBytes {
  readonly id: string
  readonly stored: StoredBytes
  readonly #place: Place
  readonly #expiresAt: string
  #isGone = false

  private constructor(place: Place, id: string, stored: StoredBytes, expiresAt: string) {
    this.#place = place
    this.id = id
    this.stored = stored
    this.#expiresAt = expiresAt
  }

  /** Stores bytes. They are deleted if no transaction adds their row, also if this process ends now. */
  static async create(
    place: Place,
    source: AsyncIterable<Uint8Array>,
    options: StorePutOptions,
  ): Promise<StagedBytes> {
    const { store, leftovers } = place
    // A new key each time: stores differ in what they do with one that exists.
    const id = crypto.randomUUID()
    let expiresAt = await leftovers.add(id)
    const keeps = setInterval(
      () => {
        // If the database does not answer, the claim will find out.
        leftovers.keep(id).then(
          (later) => void (expiresAt = later ?? expiresAt),
          () => undefined,
        )
      },
      (leftovers.seconds / 6) * 1_000,
    )
    try {
      const stored = await store.put(id, source, options)
      return new StagedBytes(place, id, stored, expiresAt)
    } catch (error) {
      await discard(place, id)
      throw error
    } finally {
      clearInterval(keeps)
    }
  }

  /** Reserves the bytes for the open transaction, which adds their row. */
  async claim(queries: FilesQueries): Promise<void> {
    if (this.#isGone || !(await claimBytes(queries, this.id, this.#expiresAt)))
      throw fault("FILE_EXPIRED", { seconds: this.#place.leftovers.seconds })
  }

  /** Opens the bytes again. */
  async open(): Promise<FileBytes> {
    const bytes = await this.#place.store.get(this.id)
    if (bytes === undefined) throw fault("FILE_BYTES_MISSING", { id: this.id })
    return bytes
  }

  /** Deletes the bytes, unless a committed row names them. Never rejects: a sweep tries again. */
  async discard(): Promise<void> {
    this.#isGone = true
    await discard(this.#place, this.id)
  }
}

/** Deletes bytes that no row names. Never rejects: a sweep tries again. */
async function discard(place: Place, id: string): Promise<void> {
  try {
    await place.leftovers.expire(id)
    await deleteExpired(place, id)
  } catch {
    // The store or the database is not available.
  }
}

/** Deletes expired bytes; with an id, only those. Returns how many. */
export async function deleteExpired({ store, leftovers }: Place, id?: string): Promise<number> {
  const expired = await leftovers.find(id)
  for (const one of expired) {
    await store.delete(one)
    // After the bytes: if the process ends in between, the next sweep deletes nothing a second time.
    await leftovers.delete(one)
  }
  return expired.length
}
