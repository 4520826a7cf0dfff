import { type FilesQueries, rowsOf } from "./sql-on.ts"

/**
 * The tables of files. List it in `migrations` of the database: `postgres(Db, { migrations: [fileMigrations, folder] })`.
 * Your tables refer to `stored_files (id)`.
 */
export const fileMigrations: {
  readonly package: string
  readonly migrations: readonly {
    readonly name: string
    up(db: FilesQueries): Promise<unknown>
    down(db: FilesQueries): Promise<unknown>
  }[]
} = {
  package: "@trivet/files",
  migrations: [
    {
      name: "001-create",
      up: (db) => runAll(db, tables),
      down: (db) => runAll(db, withoutTables),
    },
    {
      name: "002-uploads",
      up: (db) => rowsOf(db, "alter table stored_file_leftovers add column upload jsonb"),
      down: (db) => rowsOf(db, "alter table stored_file_leftovers drop column upload"),
    },
    {
      name: "003-files-of-rows",
      up: (db) => rowsOf(db, deleteFileOfRow),
      down: (db) => rowsOf(db, "drop function delete_stored_file_of_row() cascade"),
    },
  ],
}

/**
 * Bytes in the store have a row in one of the tables, or in both for a moment: in `stored_files` what can be read, in
 * `stored_file_leftovers` what is deleted when it has expired. A trigger moves rows from one to the other, so that any
 * statement can delete files: also a cascade, and an operator.
 */
const tables: readonly string[] = [
  `create table stored_files (
    id uuid primary key, name text not null, type text not null, size bigint not null, sha256 text not null,
    created_at timestamptz not null default now())`,
  "create table stored_file_leftovers (id uuid primary key, expires_at timestamptz not null)",
  "create index stored_file_leftovers_by_expiry on stored_file_leftovers (expires_at)",
  `create function stored_file_deleted() returns trigger language plpgsql as $$ begin
    insert into stored_file_leftovers (id, expires_at) values (old.id, now())
      on conflict (id) do update set expires_at = excluded.expires_at;
    return null;
  end $$`,
  `create trigger stored_file_deleted after delete on stored_files
    for each row execute function stored_file_deleted()`,
  `create function stored_files_truncated() returns trigger language plpgsql as $$ begin
    insert into stored_file_leftovers (id, expires_at) select id, now() from stored_files
      on conflict (id) do update set expires_at = excluded.expires_at;
    return null;
  end $$`,
  `create trigger stored_files_truncated before truncate on stored_files
    for each statement execute function stored_files_truncated()`,
]

/** For the triggers of `deleteFilesWith()`, which pass the column. */
const deleteFileOfRow = `create function delete_stored_file_of_row() returns trigger language plpgsql as $$ begin
  delete from stored_files where id = (to_jsonb(old) ->> tg_argv[0])::uuid;
  return null;
end $$`

const withoutTables: readonly string[] = [
  "drop table stored_files, stored_file_leftovers",
  "drop function stored_file_deleted(), stored_files_truncated()",
]

async function runAll(db: FilesQueries, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await rowsOf(db, statement)
}
