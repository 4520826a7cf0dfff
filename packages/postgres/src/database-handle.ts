import { type Dialect, Kysely, type Transaction } from "kysely"
import { compilePrepared } from "./compile-prepared.ts"
import { databaseErrorOf } from "./connection/database-error.ts"
import { dialectOn } from "./connection/dialect.ts"
import { LazyTransaction } from "./transactions/lazy-transaction.ts"
import type { Preparable, PreparedQuery } from "./prepared-query.ts"
import type { Source } from "./connection/source.ts"
import { transact, type TransactOptions } from "./transactions/transact.ts"
import type { TransactionScope } from "./transactions/transaction-scope.ts"

/** A Kysely instance with prepared queries, and with transactions that are retried after a conflict. */
export class DatabaseHandle<Tables> extends Kysely<Tables> {
  readonly #source: Source
  readonly #scope: TransactionScope | undefined
  readonly #dialect: Dialect

  /** @internal Made by `Database`. Without a scope, queries inside transactions are not checked. */
  constructor(source: Source, scope: TransactionScope | undefined) {
    const dialect = dialectOn({ acquire: () => source.acquire().catch(raise) })
    super({ dialect })
    this.#source = source
    this.#scope = scope
    this.#dialect = dialect
  }

  /**
   * Runs `work` in a transaction: commits when it returns, rolls back when it throws. After a conflict with another
   * transaction (SQLSTATE 40001, 40P01) it runs `work` again, so `work` must change nothing but the database.
   */
  transact<Result>(
    work: (transaction: Transaction<Tables>) => Promise<Result>,
    options: TransactOptions = {},
  ): Promise<Result> {
    return transact(this, work, options, this.#scope)
  }

  /**
   * @internal For `inTransaction()`. Runs `work` once, with a transaction that begins with its first query. Commits if
   * `mayCommit` returns true for the result, otherwise rolls back. `name` identifies the transaction in faults.
   */
  async transactLazily<Result>(
    name: string,
    options: Omit<TransactOptions, "attempts">,
    work: (transaction: Transaction<Tables>) => Promise<Result>,
    mayCommit: (result: Result) => Promise<boolean>,
  ): Promise<Result> {
    const scope = this.#scope
    const lazy = new LazyTransaction(name, this, this.#dialect, (inside) => {
      const begin = () => transact(this, inside, { ...options, attempts: 1 }, undefined)
      // BEGIN is sent from inside the work, where the scope would report it as a query outside the transaction.
      return scope === undefined ? begin() : scope.leave(begin)
    })
    const { queries } = lazy
    let result: Result
    let commits: boolean
    try {
      result = await (scope === undefined ? work(queries) : scope.run(queries, name, () => work(queries)))
      commits = await mayCommit(result)
    } catch (error) {
      await lazy.end(false)
      throw error
    }
    await lazy.end(commits)
    return result
  }

  /**
   * Compiles a query once, for frequent use: `db.prepare((db, id: string) => db.selectFrom("posts").selectAll()
   * .where("id", "=", id))`. The arguments are placeholders: the function cannot read or compare them.
   */
  prepare<Args extends readonly unknown[], Row>(
    build: (db: Kysely<Tables>, ...args: Args) => Preparable<Row>,
  ): PreparedQuery<Args, Row> {
    return compilePrepared(
      this.#source,
      this,
      (...args: Args) => build(this, ...args),
      Math.max(build.length - 1, 0),
    )
  }
}

function raise(thrown: unknown): never {
  throw databaseErrorOf(thrown)
}
