import type { Transaction } from "kysely"
import { type Context, type ContextKey, type ContextValues, inject, type Next, type Token } from "trivet"
import { checkOptions, type OptionNames, statusOf } from "trivet/extend"
import { runBeforeCommit } from "./before-commit.ts"
import type { DatabaseHandle } from "../database-handle.ts"
import type { Migrator } from "../migrations/migrator.ts"
import type { DatabaseClass } from "../postgres.ts"
import { checkTimeout, type TransactOptions } from "./transact-options.ts"

/** Options of `inTransaction()`: those of `transact()` without `attempts`, because a handler runs once. */
export interface TransactionOptions<Key extends string = "trx"> extends Omit<TransactOptions, "attempts"> {
  /**
   * The key of the context value that holds the transaction, for handlers that name it. Default: `trx`. A second database
   * whose transaction is declared needs another.
   */
  readonly key?: Key
}

/**
 * The middleware class that `inTransaction()` makes. Trivet creates it in the module of the route, which must see the
 * database.
 */
export type TransactionMiddleware<Key extends string = "trx"> = new () => {
  readonly provides: readonly (Key & ContextKey)[]
  handle(ctx: Context, next: Next): Promise<unknown>
}

/**
 * Part of the type of `inTransaction()`'s first argument: a sentence that no database is assignable to, if `ContextValues`
 * declares the key as something other than a transaction of the tables of `Db`; otherwise `unknown`. The compiler prints it.
 * Only a function that passes its own database on to `inTransaction()` names it.
 *
 * @example
 * ```ts
 * import { type DatabaseClass, type DeclaredTransaction, type Migrator, inTransaction } from "@trivet/postgres"
 *
 * export function serializable<Db extends { readonly migrator: Migrator }, const Key extends string>(
 *   database: DatabaseClass<Db> & DeclaredTransaction<Db, Key>,
 *   key: Key,
 * ) {
 *   return inTransaction<Db, Key>(database, { key, isolation: "serializable" })
 * }
 * ```
 */
// The tables are compared instead of the transactions, which have hundreds of members.
export type DeclaredTransaction<Db, Key extends string> = Key extends keyof ContextValues
  ? [ContextValues[Key], Db] extends [
      Transaction<infer Declared>,
      { outsideTransaction(): DatabaseHandle<infer Tables> },
    ]
    ? [Declared, Tables] extends [Tables, Declared]
      ? unknown
      : `${Key} in ContextValues is a Transaction of other tables`
    : `${Key} in ContextValues is not a Transaction`
  : unknown

const optionNames: OptionNames<TransactionOptions> = {
  key: true,
  isolation: true,
  readOnly: true,
  timeout: true,
}

/**
 * A middleware that runs the handler in a transaction: every query of the database that it starts is part of it. It commits
 * before the reply is sent, and rolls back if the status is 400 or above or if the handler throws. The handler runs once,
 * also after a conflict.
 */
export function inTransaction<Db extends { readonly migrator: Migrator }, const Key extends string = "trx">(
  database: DatabaseClass<Db> & DeclaredTransaction<Db, Key>,
  options: TransactionOptions<Key> = {},
): TransactionMiddleware<NoInfer<Key>> {
  checkOptions(options, optionNames, "inTransaction()")
  const { key = "trx" as Key, isolation, readOnly, timeout } = options
  checkTimeout(timeout, "`inTransaction()`")
  // One class per database and options, so that a module has one instance however often it is listed.
  const made = classes.get(database) ?? new Map<string, AnyMiddleware>()
  classes.set(database, made)
  const id = JSON.stringify([key, isolation, readOnly, timeout])
  const known = made.get(id) ?? createClass(database as Token<unknown> as DatabaseToken, key, options)
  made.set(id, known)
  return known as TransactionMiddleware<NoInfer<Key>>
}

type AnyMiddleware = new () => { readonly provides: readonly ContextKey[] }

type DatabaseToken = (abstract new (...args: never) => DatabaseHandle<unknown>) & { readonly name: string }

const classes = new WeakMap<object, Map<string, AnyMiddleware>>()

function createClass(
  database: DatabaseToken,
  key: string,
  { isolation, readOnly, timeout }: TransactionOptions<string>,
): AnyMiddleware {
  // If the application has declared the key, then with this type; otherwise `inTransaction()` does not compile.
  const place = key as ContextKey
  const settings = {
    ...(isolation !== undefined && { isolation }),
    ...(readOnly !== undefined && { readOnly }),
    ...(timeout !== undefined && { timeout }),
  }
  const begun = new WeakSet<object>()
  const made = class {
    readonly provides: readonly ContextKey[] = [place]
    readonly #db = inject(database)

    async handle(ctx: Context, next: Next): Promise<unknown> {
      const outer: unknown = ctx.get(place)
      // Listed for both a group and its route: the same transaction is used.
      if (typeof outer === "object" && outer !== null && begun.has(outer)) return next()
      const route = `${ctx.method} ${ctx.pattern ?? ctx.path}`.trim()
      let queries: Transaction<unknown>
      return this.#db.transactLazily(
        `\`${route}\``,
        settings,
        async (trx) => {
          begun.add(trx)
          queries = trx
          ctx.set(place, trx as never)
          return next()
        },
        async (result) => {
          if ((await statusOf(result, ctx)) >= 400) return false
          await runBeforeCommit(ctx, this.#db, queries)
          return true
        },
      )
    }
  }
  Object.defineProperty(made, "name", { value: `inTransaction(${database.name})` })
  return made
}
