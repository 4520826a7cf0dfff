import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"

/** A statement that was not executed, with its values. */
export interface RecordedQuery {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** The SQL that some work would run. Nothing is executed: every query returns no rows. */
export async function recordStatements(work: (db: Kysely<unknown>) => Promise<unknown>): Promise<string[]> {
  const queries: RecordedQuery[] = []
  await recordQueries(work, queries)
  return queries.map(({ sql }) => sql)
}

/** The same with values. What was recorded before the work threw is in `queries`. */
export async function recordQueries(
  work: (db: Kysely<unknown>) => Promise<unknown>,
  queries: RecordedQuery[],
): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner: Kysely<unknown>) => new PostgresIntrospector(inner),
    },
    log: ({ level, query }) => {
      if (level === "query") queries.push({ sql: query.sql, values: query.parameters })
    },
  })
  await work(db)
}
