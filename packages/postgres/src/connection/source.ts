import type pg from "pg"
import type { Connections } from "./connections.ts"
import { fault } from "../faults.ts"
import type { Session, Statement } from "./session.ts"
import type { TransactionLike } from "../prepared-query.ts"
import type { TransactionScope } from "../transactions/transaction-scope.ts"

/** Where queries run. */
export interface Source {
  /** Whether named prepared statements may be used. */
  readonly named: boolean
  /** Runs one statement on any free connection. */
  run(text: string, values: unknown[], name?: string): Promise<Pick<pg.QueryResult, "rows" | "rowCount">>
  /** Acquires a connection. The caller must release it. */
  acquire(): Promise<SessionLike>
}

/** A checked-out connection. */
export type SessionLike = Pick<Session, "executeQuery" | "streamQuery" | "alive" | "readOnly" | "release">

/** A source that throws if the calling code is inside a transaction. */
export function guardedSource(connections: Connections, scope: TransactionScope): Source {
  return {
    named: connections.named,
    run: (text, values, name) => {
      scope.check()
      return connections.run(text, values, name)
    },
    acquire: async () => {
      scope.check()
      return connections.acquire()
    },
  }
}

/**
 * PGlite's single session. Inside a transaction there is no other, so queries that are meant to be outside run inside
 * too.
 */
export function lentSource(connections: Connections, scope: TransactionScope): Source {
  return {
    named: connections.named,
    run: async (text, values, name) => {
      const { current } = scope
      return current === undefined
        ? connections.run(text, values, name)
        : runOn(current, { sql: text, parameters: values } as unknown as Statement)
    },
    acquire: async () =>
      scope.current === undefined ? connections.acquire() : new LentSession(scope.current),
  }
}

async function runOn(transaction: TransactionLike, statement: Statement) {
  const { rows, numAffectedRows } = await transaction.executeQuery<object>(statement)
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
}

class LentSession implements SessionLike {
  readonly alive = true
  readOnly = false
  readonly #transaction: TransactionLike

  constructor(transaction: TransactionLike) {
    this.#transaction = transaction
  }

  executeQuery: Session["executeQuery"] = (query) => {
    if (query.sql.startsWith("start transaction")) throw fault("PGLITE_TRANSACTION_NESTED", {})
    return this.#transaction.executeQuery(query)
  }
  streamQuery: Session["streamQuery"] = () => {
    throw fault("ROWS_NOT_STREAMED", {})
  }
  release(): void {}
}
