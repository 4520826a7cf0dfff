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

/** Runs queries: a database of @trivet/postgres, its handle outside of transactions, or a transaction. */
export interface FilesQueries {
  executeQuery(query: RawQuery): Promise<{ readonly rows: readonly unknown[] }>
}

/** Runs queries and transactions. */
export interface FilesHandle extends FilesQueries {
  transact<Result>(work: (transaction: FilesQueries) => Promise<Result>): Promise<Result>
}

/** The part of a `Database` of @trivet/postgres that files need. Every `Database` has it. */
export interface FilesDatabase extends FilesHandle {
  outsideTransaction(): FilesHandle
}

/** Runs a statement, and returns its rows. */
export async function rowsOf<Row>(
  queries: FilesQueries,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const query = { kind: "RawNode", sqlFragments: [sql], parameters: [] } as const
  const { rows } = await queries.executeQuery({ sql, parameters, query, queryId: { queryId: "files" } })
  return rows as readonly Row[]
}
