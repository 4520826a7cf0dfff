import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type IsolationLevel,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryCompiler,
  sql,
  type TransactionSettings,
} from "kysely"
import { fault } from "../faults.ts"
import { NotingCompiler } from "./noting-compiler.ts"
import type { SessionLike, Statement } from "./session.ts"

/** Provides connections. */
export interface SessionSource {
  acquire(): Promise<SessionLike>
}

/** Kysely's PostgreSQL dialect on our own connections. The creator of the source must also end it. */
export function dialectOn(source: SessionSource): Dialect {
  // One for all queries, those of transactions too: `paginate()` finds the database of a query by it.
  const compiler = new NotingCompiler()
  return {
    createDriver: () => new SessionDriver(source),
    createQueryCompiler: (): QueryCompiler => compiler,
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

  /** `transact()` begins, commits and rolls back by itself. These are for the transactions of Kysely. */
  async beginTransaction(session: SessionLike, settings: TransactionSettings): Promise<void> {
    if (session.transaction !== undefined)
      throw fault("TRANSACTION_NESTED", { transaction: session.transaction })
    await beginOn(session, settings.isolationLevel, settings.accessMode === "read only")
  }
  commitTransaction(session: SessionLike): Promise<void> {
    return commitOn(session)
  }
  rollbackTransaction(session: SessionLike): Promise<void> {
    return rollbackOn(session)
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

/** Begins a transaction. */
export async function beginOn(
  session: SessionLike,
  isolation: IsolationLevel | undefined,
  readOnly: boolean,
): Promise<void> {
  const level = isolation === undefined ? "" : ` isolation level ${isolation}`
  session.readOnly = readOnly
  await session.executeQuery(CompiledQuery.raw(`start transaction${level}${readOnly ? " read only" : ""}`))
}

/** Commits. Throws `AbortedTransactionError` if PostgreSQL has rolled back instead. */
export async function commitOn(session: SessionLike): Promise<void> {
  const { rows } = await session.executeQuery<{ command?: string }>(endingOf("commit"))
  if (rows[0]?.command === "ROLLBACK") throw new AbortedTransactionError()
}

/** Rolls back. */
export async function rollbackOn(session: SessionLike): Promise<void> {
  if (!session.alive) return
  // A failed rollback is ignored: the caller needs the error that caused it. The connection is closed then, and
  // PostgreSQL rolls back.
  await session.executeQuery(endingOf("rollback")).catch(() => undefined)
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
