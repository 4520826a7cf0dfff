import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely"

/** The SQL that some work would run. Nothing is executed: every query returns no rows. */
export async function recordStatements(work: (db: Kysely<unknown>) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner: Kysely<unknown>) => new PostgresIntrospector(inner),
    },
    log: ({ level, query }) => {
      if (level === "query") statements.push(query.sql)
    },
  })
  await work(db)
  return statements
}
