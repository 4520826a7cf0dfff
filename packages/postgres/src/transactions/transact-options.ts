import type { IsolationLevel } from "kysely"
import { fault } from "../faults.ts"

/** Options of `transact()`. */
export interface TransactOptions {
  /**
   * The isolation level. Default: PostgreSQL's, usually `read committed`. In a savepoint, that of the transaction around
   * it: another one is a fault.
   */
  readonly isolation?: IsolationLevel
  /** Whether PostgreSQL rejects writes. Default: false. */
  readonly readOnly?: boolean
  /** The maximum number of attempts, including the first. A savepoint has one. Default: 5. */
  readonly attempts?: number
  /** Milliseconds that each statement of the transaction may take. Default: `statementTimeout` of the database. */
  readonly timeout?: number
}

/** The options that PostgreSQL gets. */
export type TransactionSettings = Omit<TransactOptions, "attempts">

/** Throws a fault for a timeout that PostgreSQL would reject or treat as unlimited. */
export function checkTimeout(timeout: number | undefined, what: string): void {
  if (timeout !== undefined && (!Number.isSafeInteger(timeout) || timeout <= 0))
    throw fault("POSTGRES_OPTION_INVALID", { option: "timeout", what, value: timeout })
}
