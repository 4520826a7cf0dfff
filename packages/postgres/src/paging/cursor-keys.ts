import { scrypt } from "node:crypto"
import { type CompiledQuery, type QueryCompiler, type QueryExecutorProvider, sql } from "kysely"
import { compileNoting } from "../connection/noting-compiler.ts"
import { fault } from "../faults.ts"
import { createKeyedHash, type KeyedHash } from "./keyed-hash.ts"

// By compiler, which all queries of a database share, in transactions too.
const keys = new WeakMap<QueryCompiler, () => Promise<KeyedHash>>()

/** Sets the secret from which the key of cursors is derived, for the queries of a database. */
export function setCursorSecret(secret: string, ...databases: readonly QueryExecutorProvider[]): void {
  let made: Promise<KeyedHash> | undefined
  const key = () => (made ??= deriveKey(secret))
  for (const database of databases)
    keys.set(compileNoting(() => sql`select`.compile(database)).compiler!, key)
}

/** Compiles a query, and finds the key of its database. Throws a fault if it is not a query of a `Database`. */
export function compileWithKey(query: { compile(): CompiledQuery }): {
  readonly compiled: CompiledQuery
  readonly key: () => Promise<KeyedHash>
} {
  const { compiled, compiler } = compileNoting(() => query.compile())
  const key = compiler && keys.get(compiler)
  if (key === undefined) throw fault("PAGE_QUERY_FOREIGN", {})
  return { compiled, key }
}

/**
 * Slow on purpose, about 50 ms once in each process: the secret is usually the password of the database, and with a
 * faster function anyone who has a cursor could try many passwords.
 */
function deriveKey(secret: string): Promise<KeyedHash> {
  return new Promise((resolve, reject) => {
    scrypt(secret, "trivet cursors", 32, (error, bytes) => {
      if (error === null) resolve(createKeyedHash(bytes.toString("hex")))
      else reject(error)
    })
  })
}
