import { setTimeout as sleep } from "node:timers/promises"
import { CallSite } from "../call-site.ts"
import { isStale } from "../compile-prepared.ts"
import { DatabaseError } from "../connection/database-error.ts"
import type { Source } from "../connection/source.ts"
import { wholeTransaction } from "./boundary.ts"
import { OpenTransaction } from "./open-transaction.ts"
import { checkTimeout, type TransactionSettings, type TransactOptions } from "./transact-options.ts"

/**
 * Runs work in a transaction, and repeats it from the beginning after a conflict with another transaction. Inside a
 * transaction of the same database it runs once, in a savepoint.
 */
export async function transact<Result>(
  source: Source,
  work: (transaction: OpenTransaction) => Promise<Result>,
  options: TransactOptions,
): Promise<Result> {
  checkTimeout(options.timeout, "`transact()`")
  const site = new CallSite()
  const outer = source.transaction
  if (outer !== undefined) return outer.nest(site, site, options, work)
  const attempts = options.attempts ?? 5
  for (let attempt = 1; ; attempt++) {
    try {
      const whole = openOn(source, site, options)
      return await whole.carryOut(async () => {
        await whole.begin()
        return work(whole)
      })
    } catch (error) {
      if (attempt >= attempts || !mayTryAgain(error)) throw error
      // Random, so that conflicting transactions do not conflict again.
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Runs work once, in a transaction that begins with its first query, or in a savepoint. `name` is shown in faults. */
export async function transactLazily<Result>(
  source: Source,
  name: string,
  settings: TransactionSettings,
  work: (transaction: OpenTransaction) => Promise<Result>,
  mayCommit: (result: Result) => Promise<boolean>,
): Promise<Result> {
  const outer = source.transaction
  if (outer !== undefined) return outer.nest(name, new CallSite(), settings, work, mayCommit)
  const whole = openOn(source, name, settings)
  return whole.carryOut(() => work(whole), mayCommit)
}

function openOn(source: Source, name: CallSite | string, settings: TransactionSettings): OpenTransaction {
  const { owner, onError } = source
  const boundary = wholeTransaction(() => source.connect(), settings)
  return new OpenTransaction({ owner, name, settings, boundary, onError })
}

// After a serialization failure or a deadlock, PostgreSQL has rolled everything back. A lost connection is not retried,
// because the commit may have happened.
function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === "40001" || error.code === "40P01" || isStale(error)
}
