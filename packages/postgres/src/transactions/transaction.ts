import type { Transaction } from "kysely"
import { type Context, type ContextKey, type ContextValues, inject, type Next, type Token } from "trivet"
import { checkOptions, type OptionNames, statusOf, type WrappedRoute } from "trivet/extend"
import { fault } from "../faults.ts"
import { Idempotency } from "../idempotency/idempotency.ts"
import { runBeforeCommit } from "./before-commit.ts"
import type { DatabaseHandle } from "../database-handle.ts"
import type { Migrator } from "../migrations/migrator.ts"
import type { DatabaseClass } from "../postgres.ts"
import { settingOf, tenantOf } from "../tenants/tenant.ts"
import { checkTimeout, type TransactOptions } from "./transact-options.ts"

/** Options of `inTransaction()`: those of `transact()` without `attempts`, because a handler runs once. */
export interface TransactionOptions<
  Key extends string = "trx",
  Tenant extends ContextKey = ContextKey,
  Once extends "required" | ContextKey = "required" | ContextKey,
> extends Omit<TransactOptions, "attempts" | "tenant"> {
  /**
   * The key of the context value that holds the transaction, for handlers that name it. Default: `trx`. A second database
   * whose transaction is declared needs another.
   */
  readonly key?: Key
  /**
   * The context value that identifies the tenant, named like the column: `org_id`. The transaction sees the rows of this tenant
   * only, of tables that `protectTable()` protects. A middleware before must have set it. Default: none.
   */
  readonly tenant?: Tenant
  /**
   * Commits the reply together with what the call writes, under a key, and sends it again to a call with the same key: the handler
   * runs once for each key, caller and route. `"required"` reads the key from the header `Idempotency-Key`, and the caller from the
   * context value `user_id`; any other value is the context value that is the key, such as `webhook_id`. A reply of 400 or above is
   * not stored. Needs `idempotencyMigrations`. Default: none.
   */
  readonly idempotencyKey?: Once
}

/**
 * The middleware class that `inTransaction()` makes. Trivet creates it in the module of the route, which must see the
 * database.
 */
export type TransactionMiddleware<Key extends string = "trx", Needs extends ContextKey = never> = new () => {
  readonly needs: readonly Needs[]
  readonly provides: readonly (Key & ContextKey)[]
  handle(ctx: Context<string, Needs>, next: Next): Promise<unknown>
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
  tenant: true,
  idempotencyKey: true,
}

/**
 * A middleware that runs the handler in a transaction: every query of the database that it starts is part of it. It commits
 * before the reply is sent, and rolls back if the status is 400 or above or if the handler throws. The handler runs once,
 * also after a conflict.
 */
export function inTransaction<
  Db extends { readonly migrator: Migrator },
  const Key extends string = "trx",
  const Tenant extends ContextKey = never,
  const Once extends "required" | ContextKey = never,
>(
  database: DatabaseClass<Db> & DeclaredTransaction<Db, Key>,
  options: TransactionOptions<Key, Tenant, Once> = {},
): TransactionMiddleware<
  NoInfer<Key>,
  | NoInfer<Tenant>
  | (Exclude<NoInfer<Once>, "required"> & ContextKey)
  | ("required" extends NoInfer<Once> ? Extract<"user_id", ContextKey> : never)
> {
  checkOptions(options, optionNames, "inTransaction()")
  const { key = "trx" as Key, isolation, readOnly, timeout, tenant, idempotencyKey } = options
  if (tenant !== undefined) settingOf(tenant)
  checkTimeout(timeout, "`inTransaction()`")
  if (readOnly === true && idempotencyKey !== undefined) throw fault("IDEMPOTENCY_READ_ONLY", {})
  // One class per database and options, so that a module has one instance however often it is listed.
  const made = classes.get(database) ?? new Map<string, AnyMiddleware>()
  classes.set(database, made)
  const id = JSON.stringify([key, isolation, readOnly, timeout, tenant, idempotencyKey])
  const known = made.get(id) ?? createClass(database as Token<unknown> as DatabaseToken, key, options)
  made.set(id, known)
  return known as never
}

type AnyMiddleware = new () => { readonly provides: readonly ContextKey[] }

type DatabaseToken = (abstract new (...args: never) => DatabaseHandle<unknown>) & { readonly name: string }

const classes = new WeakMap<object, Map<string, AnyMiddleware>>()

function createClass(
  database: DatabaseToken,
  key: string,
  { isolation, readOnly, timeout, tenant, idempotencyKey }: TransactionOptions<string>,
): AnyMiddleware {
  // If the application has declared the key, then with this type; otherwise `inTransaction()` does not compile.
  const place = key as ContextKey
  const settings = {
    ...(isolation !== undefined && { isolation }),
    ...(readOnly !== undefined && { readOnly }),
    ...(timeout !== undefined && { timeout }),
  }
  const begun = new WeakSet<object>()
  const needs = [tenant, idempotencyKey === "required" ? ("user_id" as ContextKey) : idempotencyKey].filter(
    (name) => name !== undefined,
  )
  const once = idempotencyKey === undefined ? undefined : new Idempotency(idempotencyKey, tenant)
  const made = class {
    readonly needs: readonly ContextKey[] = needs
    readonly provides: readonly ContextKey[] = [place]
    readonly answers: Readonly<Record<number, string>> = once?.answers ?? {}
    readonly requiredHeaders: Readonly<Record<string, string>> = once?.requiredHeaders ?? {}
    readonly onRoute = once && ((route: WrappedRoute) => once.addRoute(route))
    readonly #db = inject(database)

    async handle(ctx: Context, next: Next): Promise<unknown> {
      const outer: unknown = ctx.get(place)
      // Listed for both a group and its route: the same transaction is used.
      if (typeof outer === "object" && outer !== null && begun.has(outer)) return next()
      const route = `${ctx.method} ${ctx.pattern ?? ctx.path}`.trim()
      const call = await once?.callOf(ctx, route)
      let queries: Transaction<unknown>
      return this.#db.transactLazily(
        `\`${route}\``,
        tenant === undefined ? settings : { ...settings, tenant: tenantOf(tenant, ctx.get(tenant)) },
        async (trx) => {
          begun.add(trx)
          queries = trx
          ctx.set(place, trx as never)
          return call === undefined ? next() : call.answer(trx, this.#db, next)
        },
        async (result) => {
          if ((await statusOf(result, ctx)) >= 400 || call?.isReplayed === true) return false
          await runBeforeCommit(ctx, this.#db, queries)
          await call?.store(queries)
          return true
        },
      )
    }
  }
  Object.defineProperty(made, "name", { value: `inTransaction(${database.name})` })
  return made
}
