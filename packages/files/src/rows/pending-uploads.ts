import { type FilesQueries, rowsOf } from "./sql-on.ts"

/** A file that a client may send straight to the store. */
export interface PendingUpload {
  readonly owner: string
  readonly name: string
  readonly type: string
  readonly size: number
}

/**
 * Consumes an upload in the open transaction, and returns it. The row stays until it expires, because its address may be used
 * again. `undefined` if there is none of this owner, or another transaction has consumed it.
 */
export async function consumeUpload(
  queries: FilesQueries,
  id: string,
  owner: string,
): Promise<PendingUpload | undefined> {
  const sql = `with found as materialized (select id, upload from stored_file_leftovers
      where id = $1 and upload->>'owner' = $2 and expires_at > clock_timestamp() for update)
    update stored_file_leftovers set upload = null from found where stored_file_leftovers.id = found.id returning found.upload`
  return (await rowsOf<{ upload: PendingUpload }>(queries, sql, [id, owner]))[0]?.upload
}
