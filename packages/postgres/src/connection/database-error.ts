import { Fault } from "trivet"

/** Details that PostgreSQL reports about a failed statement. */
export interface DatabaseErrorDetails {
  /** The SQLSTATE, such as `23505` for a unique violation, or the code of a network error; `undefined` if there is none. */
  readonly code: string | undefined
  /** The name of the violated constraint. */
  readonly constraint: string | undefined
  /** The name of the table. */
  readonly table: string | undefined
  /** The name of the column. */
  readonly column: string | undefined
}

/** A failed query. Uncaught, it becomes 500, and a client sees none of its details. The driver's error is its `cause`. */
export class DatabaseError extends Error implements DatabaseErrorDetails {
  override readonly name: string = "DatabaseError"
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined

  constructor(message: string, cause: unknown) {
    super(message, { cause })
    const details = (cause ?? {}) as Partial<DatabaseErrorDetails>
    this.code = stringOrUndefined(details.code)
    this.constraint = stringOrUndefined(details.constraint)
    this.table = stringOrUndefined(details.table)
    this.column = stringOrUndefined(details.column)
  }
}

/**
 * The database is unavailable: there is no connection, a statement took too long, all connections are in use, or the
 * server rejects writes because it is read-only. Uncaught, it becomes 503 with `Retry-After`. If the connection was
 * lost during a write, the write may have been committed.
 */
export class DatabaseUnavailable extends DatabaseError {
  override readonly name: string = "DatabaseUnavailable"
  readonly status = 503
  readonly publicMessage = "The service is not available, try again later"
  readonly headers: Readonly<Record<string, string>> = { "Retry-After": "1" }
}

/**
 * PostgreSQL rejected a value: text that it cannot store, a number out of range, or text that is not of the column's
 * type, such as a malformed UUID. Such values usually come from a request, so the reply is 400. Catch it if the value
 * came from elsewhere, or to answer with another status.
 *
 * @example
 * ```ts
 * import { InvalidValue } from "@trivet/postgres"
 *
 * export async function orUndefined<Row>(query: Promise<Row>): Promise<Row | undefined> {
 *   try {
 *     return await query
 *   } catch (error) {
 *     if (error instanceof InvalidValue) return undefined // no row has such an id
 *     throw error
 *   }
 * }
 * ```
 */
export class InvalidValue extends DatabaseError {
  override readonly name: string = "InvalidValue"
  readonly status = 400
  readonly publicMessage = "Invalid request"
}

/** Whether an error is a unique violation (SQLSTATE 23505); with `constraint`, whether it is one of this constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): error is DatabaseError {
  return isViolation(error, "23505", constraint)
}

/**
 * Whether an error is a violation of a foreign key (SQLSTATE 23503); with `constraint`, whether it is one of this constraint. The
 * row that a new one refers to does not exist, often because it was deleted meanwhile; or others refer to a deleted row.
 */
export function isForeignKeyViolation(error: unknown, constraint?: string): error is DatabaseError {
  return isViolation(error, "23503", constraint)
}

function isViolation(error: unknown, code: string, constraint: string | undefined): error is DatabaseError {
  if (!(error instanceof DatabaseError) || error.code !== code) return false
  return constraint === undefined || error.constraint === constraint
}

// Lost connections (08), exhausted resources (53), shutdown or timeout (57), lock timeout (55P03), idle transaction
// timeout (25P03), serialization failure and deadlock (40001, 40P01).
const passing = /^(?:08|53|57|55P03|25P03|40001|40P01)/

// A character that text cannot contain, a number out of range, text that is not valid for its type.
const invalid: ReadonlySet<string> = new Set(["22021", "22003", "22P02"])

/** Converts an error of the driver to the error that callers get. A fault is returned unchanged. */
export function databaseErrorOf(thrown: unknown): DatabaseError | Fault {
  if (thrown instanceof DatabaseError || thrown instanceof Fault) return thrown
  const message = thrown instanceof Error ? thrown.message || String(codeOf(thrown)) : String(thrown)
  if (isPassing(thrown)) {
    return new DatabaseUnavailable(`The database ${reasonOf(thrown)}: ${message}`, thrown)
  }
  return invalid.has(codeOf(thrown) ?? "")
    ? new InvalidValue(message, thrown)
    : new DatabaseError(message, thrown)
}

/** Whether the columns of a prepared statement have changed since PostgreSQL planned it: by a migration. */
export function isReplanned(thrown: unknown): boolean {
  // 0A000 means any unsupported feature. From this function it means that the columns of a cached plan have changed.
  return codeOf(thrown) === "0A000" && routineOf(thrown) === "RevalidateCachedQuery"
}

/** Whether PostgreSQL rejected a write because the server, or the transaction, is read-only. */
export function isReadOnly(thrown: unknown): boolean {
  const code = codeOf(thrown)
  // A standby also rejects the isolation level `serializable`, in the function that validates settings.
  if (code !== "0A000") return code === "25006"
  return routineOf(thrown) === "call_enum_check_hook"
}

/** Whether the connection on which this was thrown must not be used again. */
export function breaksConnection(thrown: unknown): boolean {
  const severity: unknown = thrown instanceof Error && "severity" in thrown ? thrown.severity : undefined
  // After an `ERROR` the session continues. An error without a severity comes from the driver or the socket: the
  // connection may be lost, or still busy with an abandoned query.
  return severity !== "ERROR"
}

/** The SQLSTATE or system error code of an error. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? stringOrUndefined(thrown.code) : undefined
}

function isPassing(thrown: unknown): boolean {
  const code = codeOf(thrown)
  // Errors of the driver have no SQLSTATE: socket errors, timeouts, closed connections.
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code)
    ? breaksConnection(thrown)
    : passing.test(code) || isReadOnly(thrown) || isReplanned(thrown)
}

function reasonOf(thrown: unknown): string {
  if (isReplanned(thrown)) return "has changed a table of a prepared query"
  return codeOf(thrown) === "57014" ? "cancelled a statement, see `statementTimeout`" : "is not available"
}

/** The function of PostgreSQL that raised an error. */
function routineOf(thrown: unknown): unknown {
  return (thrown as { readonly routine?: unknown }).routine
}

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
