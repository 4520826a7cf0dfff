import { type Dialect, type Driver, Kysely, Transaction } from "kysely"
import { compilePrepared } from "./compile-prepared.ts"
import { dialectOn } from "./connection/dialect.ts"
import type { Source } from "./connection/source.ts"
import type { Preparable, PreparedQuery } from "./prepared-query.ts"
import type { OpenTransaction } from "./transactions/open-transaction.ts"
import { transact, transactLazily } from "./transactions/transact.ts"
import type { TransactionSettings, TransactOptions } from "./transactions/transact-options.ts"

/** A Kysely instance with prepared queries, and with transactions that are retried after a conflict. */
export class DatabaseHandle<Tables> extends Kysely<Tables> {
  readonly #source: Source
  readonly #dialect: Dialect
  readonly #driver: Driver

  /** @internal Made by `Database`. */
  constructor(source: Source) {
    const dialect = dialectOn(source)
    super({ dialect })
    this.#source = source
    this.#dialect = dialect
    this.#driver = dialect.createDriver()
  }

  /**
   * Runs `work` in a transaction: commits when it returns, rolls back when it throws. Every query of this database that
   * `work` starts is part of it. After a conflict with another transaction (SQLSTATE 40001, 40P01) it runs `work` again, so
   * `work` must change nothing but the database. Inside a transaction it is a savepoint, which is rolled back alone.
   */
  transact<Result>(
    work: (transaction: Transaction<Tables>) => Promise<Result>,
    options: TransactOptions = {},
  ): Promise<Result> {
    return transact(this.#source, (open) => work(this.#queriesOf(open)), options)
  }

  /**
   * @internal For `inTransaction()`. Runs `work` once, in a transaction that begins with its first query. Commits if
   * `mayCommit` returns true for the result, otherwise rolls back. `name` identifies the transaction in faults.
   */
  transactLazily<Result>(
    name: string,
    settings: TransactionSettings,
    work: (transaction: Transaction<Tables>) => Promise<Result>,
    mayCommit: (result: Result) => Promise<boolean>,
  ): Promise<Result> {
    return transactLazily(this.#source, name, settings, (open) => work(this.#queriesOf(open)), mayCommit)
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

  /** A handle whose queries run in a transaction, also from code that was not started in it. */
  #queriesOf(open: OpenTransaction): Transaction<Tables> {
    const executor = this.getExecutor().withConnectionProvider({
      provideConnection: async (use) => {
        const { target } = open
        target.check()
        // Otherwise the stack of a query does not lead to the line that asked for it. What returns a promise without `await`, as
        // Kysely does for `sql`, is in it one turn later.
        await Promise.resolve()
        const result = await target.run(use)
        return result
      },
    })
    const dialect = this.#dialect
    return new Transaction({ config: { dialect }, dialect, driver: this.#driver, executor })
  }
}
