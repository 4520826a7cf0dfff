import type { Db } from "pg-boss"
import type { Context } from "trivet"
import type { Tenant } from "../origin.ts"

/** A query that Kysely runs without its query builder. */
export interface RawQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: {
    readonly kind: "RawNode"
    readonly sqlFragments: readonly string[]
    readonly parameters: readonly []
  }
  readonly queryId: { readonly queryId: string }
}

/** Runs queries: a database of @trivet/postgres, its handle or a transaction. */
export interface Queries {
  executeQuery(query: RawQuery): Promise<{ readonly rows: readonly unknown[] }>
}

/** A driver connection outside the pool. */
export interface ApartConnection {
  query(text: string, values?: unknown[]): Promise<unknown>
  on(event: "end", listener: () => void): unknown
  on(
    event: "notification",
    listener: (message: { readonly channel: string; readonly payload?: string | undefined }) => void,
  ): unknown
  escapeIdentifier(name: string): string
  end(): Promise<void>
}

/** The part of a `Database` that its published types show. Every `Database` has it. */
export interface JobsDatabase extends Queries {
  outsideTransaction(): Queries
}

/** The members of a `Database` that jobs need, including those that only packages of the framework call. */
export interface WholeDatabase extends JobsDatabase {
  connectApart(): Promise<ApartConnection | undefined>
  beforeCommit(ctx: Context, queries: (trx: Queries) => Promise<void>): void
  transactLazily<Result>(
    name: string,
    settings: object,
    work: (trx: Queries) => Promise<Result>,
    mayCommit: (result: Result) => Promise<boolean>,
  ): Promise<Result>
  readonly tenant: Tenant | undefined
}

/** Adapts queries to the interface of pg-boss. */
export function sqlOn(queries: Queries): Db {
  return {
    executeSql: async (sql, parameters = []) => {
      const query = { kind: "RawNode", sqlFragments: [sql], parameters: [] } as const
      const { rows } = await queries.executeQuery({ sql, parameters, query, queryId: { queryId: "jobs" } })
      return { rows: [...rows] }
    },
  }
}
