import { createHash, randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Database } from "@trivet/postgres"
import { sql } from "kysely"
import { Files } from "../../../src/files.ts"
import { SignedAddresses } from "../../../src/reply/signed-addresses.ts"
import { storeAt } from "../../../src/store-at.ts"

// node worker.ts <database> <FILES_URL>: stores, reads, deletes and sweeps at random until it is killed. It prints what it has done:
// `put <id> <digest>` after a commit, `deleting <id>` before a deletion, `op` after each operation that no server's end has stopped, `wrong …` for what must not be.

const [url = "", filesUrl = ""] = process.argv.slice(2)

class RolledBack extends Error {}

const db = new Database<object>({ url, maxConnections: 6, acquireTimeout: 3_000, statementTimeout: 5_000 })
const files = new Files({
  database: db,
  store: storeAt(filesUrl),
  addresses: new SignedAddresses("/signed-files", async () => randomBytes(32)),
  now: () => Date.now(),
  onError: () => undefined,
  leftoverSeconds: 3,
})

const print = (line: string) => void process.stdout.write(`${line}\n`)
const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

async function* slowly(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const piece = Math.ceil(bytes.length / 4) || 1
  for (let at = 0; at < bytes.length; at += piece) {
    yield bytes.subarray(at, at + piece)
    if (Math.random() < 0.2) await sleep(Math.random() * 20)
  }
}

async function put(): Promise<void> {
  const bytes = randomBytes(Math.floor(Math.random() * 60_000))
  const digest = digestOf(bytes)
  const commits = Math.random() < 0.7
  const { id } = await db.transact(async () => {
    const file = await files.put(slowly(bytes))
    if (Math.random() < 0.2) await sleep(Math.random() * 50)
    if (!commits) throw new RolledBack()
    return file
  })
  print(`put ${id} ${digest}`)
}

async function some(): Promise<string | undefined> {
  const found = sql<{ id: string }>`select id::text from stored_files order by random() limit 1`
  return (await found.execute(db)).rows[0]?.id
}

async function remove(): Promise<void> {
  const id = await some()
  if (id === undefined) return
  const commits = Math.random() < 0.7
  if (commits) print(`deleting ${id}`)
  await db.transact(async () => {
    await files.delete(id)
    if (!commits) throw new RolledBack()
  })
}

async function read(): Promise<void> {
  const id = await some()
  const file = id && (await files.get(id))
  if (!file) return
  try {
    const bytes = await file.bytes()
    if (digestOf(bytes) !== file.sha256) print(`wrong bytes of ${file.id}`)
  } catch (error) {
    // Another process may have deleted it in between: then its row is gone too.
    const isMissing = (error as { readonly code?: string }).code === "FILE_BYTES_MISSING"
    if (isMissing && (await files.get(file.id)) !== undefined) print(`wrong: ${file.id} has no bytes`)
  }
}

async function work(): Promise<never> {
  for (;;) {
    const chance = Math.random()
    const operation = chance < 0.5 ? put : chance < 0.7 ? remove : chance < 0.95 ? read : () => files.sweep()
    try {
      await operation()
      print("op")
    } catch (error) {
      if (error instanceof RolledBack) print("op")
      // A server is down.
      else await sleep(20)
    }
  }
}

for (let line = 0; line < 4; line++) void work()
