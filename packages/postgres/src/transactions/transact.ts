import { setTimeout as sleep } from "node:timers/promises"
import { CompiledQuery, type IsolationLevel, type Kysely, type Transaction } from "kysely"
import { DatabaseError } from "../connection/database-error.ts"
import { grace } from "../database-options.ts"
import { fault } from "../faults.ts"
import { isStale } from "../compile-prepared.ts"
import { placeOfCaller } from "../place-of-caller.ts"
import type { Statement } from "../connection/session.ts"
import type { TransactionScope } from "./transaction-scope.ts"

/** Options of `transact()`. */
export interface TransactOptions {
  /** The isolation level. Default: PostgreSQL's, usually `read committed`. */
  readonly isolation?: IsolationLevel
  /** Whether PostgreSQL rejects writes. Default: false. */
  readonly readOnly?: boolean
  /** The maximum number of attempts, including the first. Default: 5. */
  readonly attempts?: number
  /** Milliseconds that each statement of the transaction may take. Default: `statementTimeout` of the database. */
  readonly timeout?: number
}

/** Runs work in a transaction, and repeats it from the beginning after a conflict with another transaction. */
export async function transact<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  options: TransactOptions,
  scope: TransactionScope | undefined,
): Promise<Result> {
  const place = scope === undefined ? "" : placeOfCaller()
  const scoped: typeof work =
    scope === undefined ? work : (transaction) => scope.run(transaction, place, () => work(transaction))
  const attempts = options.attempts ?? 5
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, scoped, options)
    } catch (error) {
      if (attempt >= attempts || !mayTryAgain(error)) throw error
      // Random, so that conflicting transactions do not conflict again.
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

function once<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  { isolation, readOnly, timeout }: TransactOptions,
): Promise<Result> {
  let builder = db.transaction()
  if (isolation !== undefined) builder = builder.setIsolationLevel(isolation)
  if (readOnly === true) builder = builder.setAccessMode("read only")
  return builder.execute(async (transaction) => {
    if (timeout !== undefined) await transaction.executeQuery(patienceOf(timeout))
    return work(transaction)
  })
}

function patienceOf(timeout: number): Statement {
  checkTimeout(timeout, "`transact()`")
  return { ...CompiledQuery.raw(`set local statement_timeout = ${timeout}`), patience: timeout + grace }
}

/** Throws a fault for a timeout that PostgreSQL would reject or treat as unlimited. */
export function checkTimeout(timeout: number, what: string): void {
  if (!Number.isSafeInteger(timeout) || timeout <= 0)
    throw fault("POSTGRES_OPTION_INVALID", { option: "timeout", what, value: timeout })
}

// After a serialization failure or a deadlock, PostgreSQL has rolled everything back. A lost connection is not retried,
// because the commit may have happened.
function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === "40001" || error.code === "40P01" || isStale(error)
}
