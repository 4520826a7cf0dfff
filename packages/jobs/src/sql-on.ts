import type { Db } from "pg-boss"
import type { Context } from "trivet"

/** A query that Kysely runs without having built it. */
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

/** What runs queries: a database of @trivet/postgres, its handle or a transaction. */
export interface Queries {
  executeQuery(query: RawQuery): Promise<{ readonly rows: readonly unknown[] }>
}

/** A connection beside the pool, as the driver has it. */
export interface ApartConnection {
  query(text: string, values?: unknown[]): Promise<unknown>
  on(event: "end", listener: () => void): unknown
  on(event: "notification", listener: (message: { readonly payload?: string | undefined }) => void): unknown
  escapeIdentifier(name: string): string
  end(): Promise<void>
}

/** The part of a `Database` that its published types show. Every `Database` has it. */
export interface JobsDatabase extends Queries {
  outsideTransaction(): Queries
}

/** What jobs need of a `Database`, with what only packages of the framework call. */
export interface WholeDatabase extends JobsDatabase {
  connectApart(): Promise<ApartConnection | undefined>
  beforeCommit(ctx: Context, queries: (trx: Queries) => Promise<void>): void
}

/** Queries as pg-boss runs them. */
export function sqlOn(queries: Queries): Db {
  return {
    executeSql: async (sql, parameters = []) => {
      const query = { kind: "RawNode", sqlFragments: [sql], parameters: [] } as const
      const { rows } = await queries.executeQuery({ sql, parameters, query, queryId: { queryId: "jobs" } })
      return { rows: [...rows] }
    },
  }
}
