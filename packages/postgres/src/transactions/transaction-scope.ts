import { AsyncLocalStorage } from "node:async_hooks"
import { fault } from "../faults.ts"
import { placeOfCaller } from "../place-of-caller.ts"
import type { TransactionLike } from "../prepared-query.ts"

interface Entered {
  readonly transaction: TransactionLike
  /** Where the application began it. */
  readonly place: string
}

/**
 * Tracks which transaction the running code is in. Used outside of production only, to report queries that accidentally
 * run outside their transaction.
 */
export class TransactionScope {
  readonly #entered = new AsyncLocalStorage<Entered | undefined>()

  /** Runs work as part of a transaction that began at a place in the source. */
  run<Result>(transaction: TransactionLike, place: string, work: () => Promise<Result>): Promise<Result> {
    return this.#entered.run({ transaction, place }, work)
  }

  /** Runs work outside of any transaction. */
  leave<Result>(work: () => Result): Result {
    return this.#entered.run(undefined, work)
  }

  /** The transaction that the running code is in. */
  get current(): TransactionLike | undefined {
    return this.#entered.getStore()?.transaction
  }

  /** Throws if the running code is in a transaction: a query of `db` would not be part of it. */
  check(): void {
    const entered = this.#entered.getStore()
    if (entered === undefined) return
    const where = placeOfCaller()
    throw fault("QUERY_OUTSIDE_TRANSACTION", { where, transaction: entered.place }, { where })
  }
}
