import type { CompiledQuery } from "kysely"
import type { Db } from "pg-boss"

/** What runs queries: a database, its handle or a transaction. */
export interface Queries {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: readonly Row[] }>
}

/** A connection beside the pool, as the driver has it. */
export interface ApartConnection {
  query(text: string, values?: unknown[]): Promise<unknown>
  on(event: "end", listener: () => void): unknown
  on(event: "notification", listener: (message: { readonly payload?: string | undefined }) => void): unknown
  escapeIdentifier(name: string): string
  end(): Promise<void>
}

/** The part of a `Database` that jobs need. Every `Database` has it. */
export interface JobsDatabase extends Queries {
  outside(): Queries
  connectApart(): Promise<ApartConnection | undefined>
}

/** Queries as pg-boss runs them. */
export function sqlOn(queries: Queries): Db {
  return {
    executeSql: async (sql, parameters = []) => {
      const query = { sql, parameters, query: { kind: "RawNode" }, queryId: { queryId: "jobs" } }
      const { rows } = await queries.executeQuery(query as unknown as CompiledQuery<unknown>)
      return { rows: [...rows] }
    },
  }
}
