import type { PendingUpload } from "./pending-uploads.ts"
import { type FilesHandle, type FilesQueries, rowsOf } from "./sql-on.ts"

/** The lock that decides between a transaction that adds the row of a file and a sweep that deletes its bytes. */
const lockOf = (id: string) => `hashtextextended('trivet:file:' || ${id}, 0)`

/** For how many seconds after its address has expired the bytes of an upload are kept: a slow client may still be sending. */
const graceSeconds = 86_400

/** How many leftovers a sweep locks at a time. */
const batch = 100

/**
 * The rows of bytes that no file names: those that are still being stored, those of transactions that were rolled back, and
 * those of deleted files. Only the clock of the database counts.
 */
export class Leftovers {
  /** For how long bytes without a row are kept. A request that stores a file must have added its row by then. */
  readonly seconds: number
  readonly #outside: FilesHandle

  constructor(outside: FilesHandle, seconds: number = 3_600) {
    this.#outside = outside
    this.seconds = seconds
  }

  /** Adds a row before the first byte is stored, so that no crash can leave bytes without one. Returns its expiry. */
  async add(id: string): Promise<string> {
    const sql = `insert into stored_file_leftovers (id, expires_at) values ($1, ${this.#expiry}) returning expires_at::text`
    return (await this.#expiryOf(sql, id))!
  }

  /** Adds the row of bytes that a client may send for a time, to an address that is not known yet. */
  async addUpload(id: string, upload: PendingUpload, seconds: number): Promise<void> {
    const sql = `insert into stored_file_leftovers (id, expires_at, upload)
      values ($1, clock_timestamp() + $2 * interval '1 second', $3::jsonb)`
    await rowsOf(this.#outside, sql, [id, seconds + graceSeconds, JSON.stringify(upload)])
  }

  /** Postpones an expiry. `undefined` if it has passed: then a sweep may be deleting the bytes. */
  keep(id: string): Promise<string | undefined> {
    const sql = `update stored_file_leftovers set expires_at = ${this.#expiry}
      where id = $1 and expires_at > clock_timestamp() returning expires_at::text`
    return this.#expiryOf(sql, id)
  }

  /** Makes bytes expire now, unless a transaction has claimed them. */
  async expire(id: string): Promise<void> {
    const sql = `update stored_file_leftovers set expires_at = clock_timestamp()
      where id = (select id from stored_file_leftovers where id = $1 for update skip locked)`
    await rowsOf(this.#outside, sql, [id])
  }

  /**
   * Finds expired bytes that no transaction has claimed; with an id, only those. No transaction can claim them afterwards, so they can be
   * deleted without a lock.
   */
  find(id?: string): Promise<readonly string[]> {
    return this.#outside.transact(async (transaction) => {
      // An error instead of an empty result if a policy hides rows of files: their bytes would look unused.
      await rowsOf(transaction, "set local row_security = off")
      const expired = `select id from stored_file_leftovers
        where expires_at <= clock_timestamp() ${id === undefined ? "" : "and id = $1"} order by expires_at limit ${batch}`
      const locked = await rowsOf<{ id: string }>(
        transaction,
        `with expired as materialized (${expired})
         select id::text from expired where pg_try_advisory_xact_lock(${lockOf("id::text")})`,
        id === undefined ? [] : [id],
      )
      const ids = locked.map((row) => row.id)
      // A statement of its own, which sees what was committed before the locks were taken.
      const claimed = await rowsOf<{ id: string }>(
        transaction,
        `delete from stored_file_leftovers where id = any($1::uuid[])
         and exists (select from stored_files where stored_files.id = stored_file_leftovers.id) returning id::text`,
        [ids],
      )
      const kept = new Set(claimed.map((row) => row.id))
      return ids.filter((one) => !kept.has(one))
    })
  }

  /** Deletes the row of bytes that are deleted. */
  async delete(id: string): Promise<void> {
    await rowsOf(this.#outside, "delete from stored_file_leftovers where id = $1", [id])
  }

  get #expiry(): string {
    return `clock_timestamp() + interval '${this.seconds} seconds'`
  }

  async #expiryOf(sql: string, id: string): Promise<string | undefined> {
    const [row] = await rowsOf<{ expires_at: string }>(this.#outside, sql, [id])
    return row?.expires_at
  }
}

/**
 * Reserves bytes for the open transaction: until it ends, no sweep deletes them. Returns false if they have expired. It does not
 * read the row: a transaction with an older snapshot would not see it.
 */
export async function claimBytes(queries: FilesQueries, id: string, expiresAt: string): Promise<boolean> {
  await rowsOf(queries, `select pg_advisory_xact_lock(${lockOf("$1")})`, [id])
  // After the lock: a sweep that has it decides by the same clock.
  const [row] = await rowsOf<{ valid: boolean }>(
    queries,
    "select clock_timestamp() < $1::timestamptz as valid",
    [expiresAt],
  )
  return row?.valid === true
}
