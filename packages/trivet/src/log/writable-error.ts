import { Fault } from "../fault/fault.ts"

/**
 * The fields of an error that a log writes, beside its name, message, stack and causes. All others stay out: a driver's
 * `detail` holds whole rows, password hashes among them, and `parameters` what was sent to the database.
 */
const writable = [
  "code",
  "errno",
  "syscall",
  "address",
  "port",
  "hostname",
  "path",
  "dest",
  "signal",
  "status",
  "statusCode",
  "severity",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "routine",
  "publicMessage",
] as const

/** For `JSON.stringify`: errors with what a log may say of them, and numbers that JSON does not have as texts. */
export function writableValue(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value)
  return value instanceof Error ? writableError(value) : value
}

function writableError(error: Error): object {
  const { name, message, stack, cause } = error
  const errors: unknown = error instanceof AggregateError ? error.errors : undefined
  return { ...fieldsOf(error), type: name, message, stack, cause, errors }
}

function fieldsOf(error: Error): object {
  // Ours: they hold what the catalogue says, and never a row.
  if (error instanceof Fault) return Object.fromEntries(Object.entries(error))
  return Object.fromEntries(
    writable.filter((field) => Object.hasOwn(error, field)).map((field) => [field, (error as never)[field]]),
  )
}

/**
 * Characters that a terminal or a viewer acts on: controls, line ends, and those that turn the reading direction. JSON
 * leaves most of them as they are.
 */
const acting = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A text in which a terminal or a viewer finds nothing to act on. In JSON it stands for the same value. */
export function escapeActing(text: string): string {
  return text.replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
