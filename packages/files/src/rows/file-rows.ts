import { type FilesQueries, rowsOf } from "./sql-on.ts"

/** The row of a file. */
export interface FileRow {
  /** The id, for foreign keys. */
  readonly id: string
  /** What the sender called it: for display only. */
  readonly name: string
  /** The media type. */
  readonly type: string
  /** The size in bytes. */
  readonly size: number
  /** The SHA-256 digest in hexadecimal. */
  readonly sha256: string
  /** When it was stored. */
  readonly created_at: Date
}

// As a number: the driver would return a `bigint` as text.
const columns = "id::text, name, type, size::float8 as size, sha256, created_at"

/** Whether a text is an id. Others are never passed to the database. */
export const uuid: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Finds the row of a file. A text that is no id is that of no file. */
export async function findRow(queries: FilesQueries, id: string): Promise<FileRow | undefined> {
  if (!uuid.test(id)) return undefined
  return (await rowsOf<FileRow>(queries, `select ${columns} from stored_files where id = $1`, [id]))[0]
}

/** Adds the row of bytes that the transaction has claimed. `undefined` if they have one. */
export async function addRow(
  queries: FilesQueries,
  row: Omit<FileRow, "created_at">,
): Promise<FileRow | undefined> {
  const sql = `with claimed as (delete from stored_file_leftovers where id = $1)
    insert into stored_files (id, name, type, size, sha256) values ($1, $2, $3, $4, $5)
    on conflict (id) do nothing returning ${columns}`
  return (await rowsOf<FileRow>(queries, sql, [row.id, row.name, row.type, row.size, row.sha256]))[0]
}

/** Deletes a row. Returns false if there is none. */
export async function deleteRow(queries: FilesQueries, id: string): Promise<boolean> {
  if (!uuid.test(id)) return false
  return (await rowsOf(queries, "delete from stored_files where id = $1 returning id", [id])).length === 1
}
