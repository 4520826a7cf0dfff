import { type DatabaseConnection, type Dialect, type Kysely, Transaction } from "kysely"
import { fault } from "../faults.ts"

/** Begins a transaction and runs work in it: commits when the work returns, rolls back when it throws. */
export type BeginTransaction<Tables> = (
  work: (transaction: Transaction<Tables>) => Promise<void>,
) => Promise<void>

/**
 * A transaction that begins with its first query. Until then it uses no connection: clients that send their body
 * slowly, or are rejected, must not occupy one.
 */
export class LazyTransaction<Tables> {
  /** The handle that queries run on. */
  readonly queries: Transaction<Tables>
  readonly #name: string
  readonly #begin: BeginTransaction<Tables>
  readonly #commits = Promise.withResolvers<boolean>()
  #begun: Promise<Transaction<Tables>> | undefined
  #ended: Promise<void> | undefined
  #over = false

  /** `name` identifies the transaction in faults. */
  constructor(name: string, db: Kysely<Tables>, dialect: Dialect, begin: BeginTransaction<Tables>) {
    this.#name = name
    this.#begin = begin
    const executor = db.getExecutor().withConnectionProvider({
      provideConnection: (use) => this.#provide(use),
    })
    this.queries = new Transaction({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
  }

  /** Commits or rolls back, if it has begun. Throws if the commit failed, or may have failed. */
  async end(commits: boolean): Promise<void> {
    this.#over = true
    this.#commits.resolve(commits)
    // A failed rollback is ignored: PostgreSQL also rolls back when the connection is lost.
    await (commits ? this.#ended : this.#ended?.catch(() => undefined))
  }

  async #provide<Result>(use: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    this.#checkOpen()
    const transaction = await (this.#begun ??= this.#start())
    return transaction.getExecutor().provideConnection(async (connection) => {
      // Queries run one after the other, so a query that was not awaited may get its turn after the commit was sent.
      this.#checkOpen()
      return use(connection)
    })
  }

  #start(): Promise<Transaction<Tables>> {
    const begun = Promise.withResolvers<Transaction<Tables>>()
    this.#ended = this.#begin(async (transaction) => {
      begun.resolve(transaction)
      if (!(await this.#commits.promise)) throw new Error("rolled back")
    })
    this.#ended.catch(begun.reject)
    return begun.promise
  }

  #checkOpen(): void {
    if (this.#over) throw fault("TRANSACTION_OVER", { transaction: this.#name })
  }
}
