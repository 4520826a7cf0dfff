import { Database, postgres } from "@trivet/postgres"
import { sql, type Transaction } from "kysely"
import { module, provide } from "trivet"
import { createTestApp, type TestApp, type TestAppOptions } from "trivet/testing"
import { fileMigrations, Files, files, FileStore } from "../../src/index.ts"
import { SignedAddresses } from "../../src/reply/signed-addresses.ts"
import { MemoryFileStore } from "../../src/testing.ts"

interface Tables {
  readonly tickets: { readonly id: number; readonly file_id: string | null }
}
declare module "trivet" {
  interface ContextValues {
    files_trx: Transaction<Tables>
  }
}
export class Db extends Database<Tables> {}

const tables = {
  name: "001-tickets",
  up: (db: Database<unknown>) =>
    sql`create table tickets (id int primary key, file_id uuid references stored_files)`.execute(db),
}

/** An application with files in memory, on a database of its own. */
export interface FilesApp {
  readonly app: TestApp
  readonly db: Db
  readonly files: Files
  readonly store: FileStore
  /** The same files, whose leftovers expire sooner. */
  withLeftovers(seconds: number): Files
  /** Makes everything without a row expire. */
  expire(): Promise<void>
  /** How many files are in the store, and how many rows there are of either kind. */
  counts(): Promise<{ bytes: number; rows: number; leftovers: number }>
}

export async function startFiles(
  url: string,
  options: {
    readonly store?: FileStore
    readonly controllers?: readonly (new () => object)[]
    readonly platform?: TestAppOptions["platform"]
  } = {},
): Promise<FilesApp> {
  const { store = new MemoryFileStore(), controllers = [], platform } = options
  const DatabaseModule = postgres(Db, {
    url,
    migrations: [fileMigrations, tables as never],
    migrateAtStart: true,
  })
  const FilesModule = files({ database: Db, imports: [DatabaseModule], url: () => undefined })
  const App = module({ name: "app", imports: [DatabaseModule, FilesModule], declarations: [...controllers] })
  const app = await createTestApp(App, {
    replace: [provide(FileStore, () => store)],
    ...(platform !== undefined && { platform }),
  })
  const db = app.get(Db)
  const count = async (table: string) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
    return rows[0]!.count
  }
  return {
    app,
    db,
    store,
    files: app.get(Files),
    withLeftovers: (leftoverSeconds) => {
      const addresses = app.get(SignedAddresses)
      const onError = (error: unknown) => {
        throw error
      }
      return new Files({ database: db, store, addresses, now: Date.now, onError, leftoverSeconds })
    },
    expire: async () => void (await sql`update stored_file_leftovers set expires_at = now()`.execute(db)),
    counts: async () => ({
      bytes: (await Array.fromAsync(store.list())).length,
      rows: await count("stored_files"),
      leftovers: await count("stored_file_leftovers"),
    }),
  }
}
