import type { IsolationLevel } from "kysely"
import { fault } from "../faults.ts"
import type { Tenant, TenantValue } from "../tenants/tenant.ts"

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
  /**
   * The tenant whose rows it sees, by the column: `{ org_id: 7 }`. Default: in a savepoint that of the transaction around it,
   * otherwise that of the call if `postgres()` has the option `tenant`, otherwise none, and of protected tables no rows.
   */
  readonly tenant?: Readonly<Record<string, TenantValue>>
}

/** The options that PostgreSQL gets. */
export interface TransactionSettings extends Omit<TransactOptions, "attempts" | "tenant"> {
  readonly tenant?: Tenant
}

/** Throws a fault for a timeout that PostgreSQL would reject or treat as unlimited. */
export function checkTimeout(timeout: number | undefined, what: string): void {
  if (timeout !== undefined && (!Number.isSafeInteger(timeout) || timeout <= 0))
    throw fault("POSTGRES_OPTION_INVALID", { option: "timeout", what, value: timeout })
}
