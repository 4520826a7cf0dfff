import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  sql,
  type TransactionSettings,
} from "kysely"
import type { Statement } from "./session.ts"
import type { SessionLike } from "./source.ts"

/** Provides connections. */
export interface SessionSource {
  acquire(): Promise<SessionLike>
}

/** Kysely's PostgreSQL dialect on our own connections. The creator of the source must also end it. */
export function dialectOn(source: SessionSource): Dialect {
  return {
    createDriver: () => new SessionDriver(source),
    createQueryCompiler: (): QueryCompiler => new PostgresQueryCompiler(),
    createAdapter: (): DialectAdapter => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new PostgresIntrospector(db),
  }
}

class SessionDriver implements Driver {
  readonly #source: SessionSource

  constructor(source: SessionSource) {
    this.#source = source
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  acquireConnection(): Promise<SessionLike> {
    return this.#source.acquire()
  }
  async releaseConnection(session: SessionLike): Promise<void> {
    session.release()
  }

  async beginTransaction(session: SessionLike, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ""
    const access = settings.accessMode ? ` ${settings.accessMode}` : ""
    session.readOnly = settings.accessMode === "read only"
    await session.executeQuery(CompiledQuery.raw(`start transaction${isolation}${access}`))
  }
  async commitTransaction(session: SessionLike): Promise<void> {
    const { rows } = await session.executeQuery<{ command?: string }>(endingOf("commit"))
    if (rows[0]?.command === "ROLLBACK") throw new AbortedTransactionError()
  }
  async rollbackTransaction(session: SessionLike): Promise<void> {
    if (!session.alive) return
    // A failed rollback is ignored: the caller needs the error that caused it. The connection is closed then, and
    // PostgreSQL rolls back.
    await session.executeQuery(endingOf("rollback")).catch(() => undefined)
  }

  async savepoint(session: SessionLike, name: string, compile: QueryCompiler["compileQuery"]): Promise<void> {
    await runCommand(session, "savepoint", name, compile)
  }
  async rollbackToSavepoint(
    session: SessionLike,
    name: string,
    compile: QueryCompiler["compileQuery"],
  ): Promise<void> {
    await runCommand(session, "rollback to", name, compile)
  }
  async releaseSavepoint(
    session: SessionLike,
    name: string,
    compile: QueryCompiler["compileQuery"],
  ): Promise<void> {
    await runCommand(session, "release", name, compile)
  }
}

function endingOf(command: string): Statement {
  return { ...CompiledQuery.raw(command), ends: true }
}

async function runCommand(
  session: SessionLike,
  command: string,
  name: string,
  compile: QueryCompiler["compileQuery"],
): Promise<void> {
  const node = sql`${sql.raw(command)} ${sql.id(name)}`.toOperationNode()
  await session.executeQuery(compile(node, { queryId: name }))
}
