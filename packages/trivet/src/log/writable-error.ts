import { Fault } from "../fault/fault.ts"

/**
 * The fields of an error that a log writes, besides its name, message, stack and causes. All others are omitted:
 * `detail` of a database driver contains whole rows, including password hashes, and `parameters` the values sent to the
 * database.
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

/** Replacer for `JSON.stringify`: errors with only the allowed fields, and bigints as text. */
export function writableValue(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value)
  return value instanceof Error ? writableError(value) : value
}

function writableError(error: Error): object {
  const { name, message, stack, cause } = error
  const errors: unknown = error instanceof AggregateError ? error.errors : undefined
  return { ...ownFieldsOf(error), type: name, message, stack, cause, errors }
}

function ownFieldsOf(error: Error): object {
  // Faults only contain texts of the catalogue, never rows.
  if (error instanceof Fault) return Object.fromEntries(Object.entries(error))
  return Object.fromEntries(
    writable.filter((field) => Object.hasOwn(error, field)).map((field) => [field, (error as never)[field]]),
  )
}

/**
 * Characters that a terminal or a viewer interprets: control characters, line separators, and those that change the
 * text direction. JSON leaves most of them unescaped.
 */
const acting = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Escapes these characters. In JSON the value stays the same. */
export function escapeActing(text: string): string {
  return text.replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
