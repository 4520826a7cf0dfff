import { type FilesQueries, rowsOf } from "./sql-on.ts"

/**
 * For migrations: deletes a file when the row that refers to it is deleted, also by a cascade, or refers to another file. Only one row
 * may refer to such a file.
 *
 * @example
 * ```ts
 * import { deleteFilesWith } from "@trivet/files"
 * import { type Kysely, sql } from "kysely"
 *
 * export async function up(db: Kysely<unknown>): Promise<void> {
 *   await sql`create table pictures (id uuid primary key, file_id uuid not null references stored_files)`.execute(db)
 *   await deleteFilesWith(db, "pictures", "file_id")
 * }
 * ```
 */
export async function deleteFilesWith(db: FilesQueries, table: string, column: string): Promise<void> {
  const on = table.split(".").map(quoted).join(".")
  const call = `for each row execute function delete_stored_file_of_row('${column.replaceAll("'", "''")}')`
  const [old, fresh] = [`old.${quoted(column)}`, `new.${quoted(column)}`]
  for (const [when, what] of [
    ["deleted", `after delete on ${on} ${call}`],
    [
      "replaced",
      `after update of ${quoted(column)} on ${on} ${call.replace("row ", `row when (${old} is distinct from ${fresh}) `)}`,
    ],
  ] as const)
    await rowsOf(db, `create trigger ${quoted(`stored_file_${when}_${column}`)} ${what}`)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
