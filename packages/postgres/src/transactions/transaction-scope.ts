import { AsyncLocalStorage } from "node:async_hooks"

/** A transaction that code can be inside. */
interface Entered<Transaction> {
  /** Identifies the database. */
  readonly owner: object
  /** The transaction around it, of any database. */
  readonly around: Transaction | undefined
}

/** Tracks which transactions the running code was started in. They may have ended since. */
export class TransactionScope<Transaction extends Entered<Transaction>> {
  readonly #innermost = new AsyncLocalStorage<Transaction | undefined>()

  /** Runs work inside a transaction; outside of all if there is none. It holds for all that the work starts. */
  run<Result>(transaction: Transaction | undefined, work: () => Result): Result {
    return this.#innermost.run(transaction, work)
  }

  /** The innermost transaction, of any database. */
  get innermost(): Transaction | undefined {
    return this.#innermost.getStore()
  }

  /** The innermost transaction of one database. */
  find(owner: object): Transaction | undefined {
    let transaction = this.#innermost.getStore()
    while (transaction !== undefined && transaction.owner !== owner) transaction = transaction.around
    return transaction
  }
}
