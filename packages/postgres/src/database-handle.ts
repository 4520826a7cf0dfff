import { Kysely, type Transaction } from "kysely"
import { compilePrepared } from "./compile-prepared.ts"
import { databaseErrorOf } from "./database-error.ts"
import { dialectOn } from "./dialect.ts"
import type { Preparable, PreparedQuery } from "./prepared-query.ts"
import type { Source } from "./source.ts"
import { transact, type TransactOptions } from "./transact.ts"
import type { TransactionScope } from "./transaction-scope.ts"

/** Queries on one database: a Kysely instance with prepared queries and transactions that are tried again. */
export class DatabaseHandle<Tables> extends Kysely<Tables> {
  readonly #source: Source
  readonly #scope: TransactionScope | undefined

  /** @internal Made by `Database`. Without a scope nothing is checked. */
  constructor(source: Source, scope: TransactionScope | undefined) {
    super({ dialect: dialectOn({ acquire: () => source.acquire().catch(raise) }) })
    this.#source = source
    this.#scope = scope
  }

  /**
   * Runs work in a transaction. When it fails because another transaction stood in its way, it is run again from its
   * beginning: it must change nothing but the database.
   */
  transact<Result>(
    work: (transaction: Transaction<Tables>) => Promise<Result>,
    options: TransactOptions = {},
  ): Promise<Result> {
    return transact(this, work, options, this.#scope)
  }

  /**
   * Compiles a query once, to be called often: `db.prepare((db, id: string) => db.selectFrom("posts").selectAll()
   * .where("id", "=", id))`. The arguments stand for values that come later, so the function cannot look at them.
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
