import { setTimeout as sleep } from "node:timers/promises"
import { CallSite } from "../call-site.ts"
import { isStale } from "../compile-prepared.ts"
import { DatabaseError } from "../connection/database-error.ts"
import type { Source } from "../connection/source.ts"
import { fault } from "../faults.ts"
import { wholeTransaction } from "./boundary.ts"
import { OpenTransaction } from "./open-transaction.ts"
import { tenantOf } from "../tenants/tenant.ts"
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
  const { attempts = 5, tenant, ...others } = options
  checkTimeout(options.timeout, "`transact()`")
  const settings = { ...others, ...(tenant !== undefined && { tenant: onlyTenant(tenant) }) }
  const site = new CallSite()
  const outer = source.transaction
  if (outer !== undefined) return outer.nest(site, site, settings, work)
  for (let attempt = 1; ; attempt++) {
    try {
      const whole = openOn(source, site, settings)
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

function openOn(source: Source, name: CallSite | string, given: TransactionSettings): OpenTransaction {
  const { owner, onError } = source
  const tenant = given.tenant ?? source.findTenant()
  const settings = tenant === undefined ? given : { ...given, tenant }
  const boundary = wholeTransaction(() => source.connect(), settings)
  return new OpenTransaction({ owner, name, settings, boundary, onError })
}

function onlyTenant(tenant: NonNullable<TransactOptions["tenant"]>) {
  const [[name, value] = ["", ""], ...others] = Object.entries(tenant)
  // Two would be two conditions, and policies read one each.
  if (others.length > 0) throw fault("TENANT_NAME_INVALID", { name: Object.keys(tenant).join(", ") })
  return tenantOf(name, value)
}

// After a serialization failure or a deadlock, PostgreSQL has rolled everything back. A lost connection is not retried,
// because the commit may have happened.
function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === "40001" || error.code === "40P01" || isStale(error)
}
