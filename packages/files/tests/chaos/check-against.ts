import { createHash } from "node:crypto"
import { Database } from "@trivet/postgres"
import { sql } from "kysely"
import { Files } from "../../src/files.ts"
import { SignedAddresses } from "../../src/reply/signed-addresses.ts"
import { storeAt } from "../../src/store-at.ts"
import { keysOf } from "../../src/testing/file-store-subject.ts"

/** What processes have said of themselves. */
export interface Model {
  operations: number
  /** Ids and digests of what was committed. */
  readonly put: Map<string, string>
  readonly deleting: Set<string>
  readonly wrong: string[]
}

/** Sweeps, and then compares the store, the tables and the model. */
export async function checkAgainst(model: Model, url: string, filesUrl: string) {
  const database = new Database<object>({ url })
  const store = storeAt(filesUrl)
  const secret = async () => new Uint8Array(32)
  const files = new Files({
    database,
    store,
    addresses: new SignedAddresses("/signed-files", secret),
    now: () => Date.now(),
    onError: () => undefined,
  })
  await files.sweep()
  const { rows } = await sql<{
    id: string
    sha256: string
  }>`select id::text, sha256 from stored_files`.execute(database)
  const known = new Set(rows.map(({ id }) => id))
  const halves: string[] = []
  for (const { id, sha256 } of rows) {
    const file = await files.get(id)
    const bytes = await file!.bytes().catch(() => Buffer.alloc(0))
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) halves.push(id)
  }
  const lost = [...model.put].filter(([id]) => !known.has(id) && !model.deleting.has(id))
  const counted = await sql<{
    count: number
  }>`select count(*)::int as count from stored_file_leftovers`.execute(database)
  const strangers = (await keysOf(store)).filter((key) => !known.has(key))
  await database.onStop()
  return { wrong: model.wrong, lost, halves, leftovers: counted.rows[0]!.count, strangers }
}
