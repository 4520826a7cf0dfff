import type pg from "pg"
import { CallSite } from "../call-site.ts"
import { fault } from "../faults.ts"
import type { Tenant } from "../tenants/tenant.ts"
import type { OpenTransaction } from "../transactions/open-transaction.ts"
import type { Connections } from "./connections.ts"
import { databaseErrorOf } from "./database-error.ts"
import type { Session, SessionLike, Statement } from "./session.ts"

/** Where the queries of a handle run: in the transaction that the running code is in, or on any free connection. */
export class Source {
  /** Identifies the database. */
  readonly owner: object
  /** Whether named prepared statements may be used. */
  readonly named: boolean
  /** Reports an error of work that waited for a commit. */
  readonly onError: (error: unknown) => void
  /** The tenant of transactions that name none. */
  readonly findTenant: () => Tenant | undefined
  readonly #connections: Connections
  readonly #find: (owner: object) => OpenTransaction | undefined

  /** `find` finds the transaction of the running code. */
  constructor(
    connections: Connections,
    find: (owner: object) => OpenTransaction | undefined,
    onError: (error: unknown) => void,
    findTenant: () => Tenant | undefined,
  ) {
    this.owner = connections
    this.named = connections.named
    this.onError = onError
    this.findTenant = findTenant
    this.#connections = connections
    this.#find = find
  }

  /** The transaction that the running code was started in. It may have ended: then a query of it is a fault. */
  get transaction(): OpenTransaction | undefined {
    return this.#find(this.owner)
  }

  /** Runs one statement. */
  run(text: string, values: unknown[], name?: string): Promise<Pick<pg.QueryResult, "rows" | "rowCount">> {
    const transaction = this.#find(this.owner)
    if (transaction === undefined) return this.#connections.run(text, values, name)
    return runIn(transaction, { sql: text, parameters: values, name } as unknown as Statement)
  }

  /** A connection for one or more statements, or the transaction in its place. The caller must release it. */
  async acquire(): Promise<SessionLike> {
    const transaction = this.#find(this.owner)
    return transaction === undefined ? this.connect() : new LentSession(transaction)
  }

  /** A connection of its own, also inside a transaction. The caller must release it. */
  connect(): Promise<Session> {
    return this.#connections.acquire().catch((error: unknown) => {
      throw databaseErrorOf(error)
    })
  }
}

async function runIn(transaction: OpenTransaction, statement: Statement) {
  transaction.check()
  const { rows, numAffectedRows } = await transaction.run((session) =>
    session.executeQuery<object>(statement),
  )
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
}

/** A transaction in place of a connection. */
class LentSession implements SessionLike {
  readonly alive: boolean = true
  readOnly: boolean = false
  readonly #transaction: OpenTransaction
  /** Where it was asked for: a query of a builder is sent some turns later, and the transaction may have ended. */
  readonly #site = new CallSite()

  constructor(transaction: OpenTransaction) {
    transaction.check()
    this.#transaction = transaction
  }

  get transaction(): string {
    return String(this.#transaction.name)
  }
  executeQuery: Session["executeQuery"] = (query) =>
    this.#transaction.run((session) => session.executeQuery(query), this.#site)
  streamQuery: Session["streamQuery"] = () => {
    throw fault("ROWS_NOT_STREAMED", {})
  }
  release(): void {}
}
