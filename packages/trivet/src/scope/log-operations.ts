import { AppOperations } from "../app/metrics/operations.ts"
import { inject } from "../inject/inject.ts"
import { Log } from "../log/log.ts"

/** Options for logging the operations of a package. */
export interface OperationLogOptions {
  /**
   * Logs only what took at least this many milliseconds, at the level `warn`. Default: 0, everything at the level
   * `info`.
   */
  readonly slowerThan?: number
  /** Whether lines contain the values of the operation. They can contain secrets. Default: false. */
  readonly values?: boolean
}

/**
 * For packages of the framework; it may change in any version.
 *
 * Logs the operations of one kind, each with the fields of the call that it belongs to. Call it while the application is
 * built, as `inject()`. `title` is the text of the line.
 *
 * @example
 * ```ts
 * import { logOperations } from "trivet/extend"
 *
 * export class Search {
 *   constructor() {
 *     logOperations("search", "search", { slowerThan: 100 })
 *   }
 * }
 * ```
 */
export function logOperations(kind: string, title: string, options: OperationLogOptions): void {
  const { slowerThan = 0, values = false } = options
  const log = inject(Log)
  const [level, message] = slowerThan > 0 ? (["warn", `slow ${title}`] as const) : (["info", title] as const)
  inject(AppOperations).watch((operation) => {
    if (operation.kind !== kind) return undefined
    const began = performance.now()
    return (error) => {
      const ms = Math.round((performance.now() - began) * 100) / 100
      if (ms < slowerThan) return
      const line = { [kind]: operation.text, ms, ...(error !== undefined && { failed: errorNameOf(error) }) }
      log[level](values ? { ...line, values: operation.values.map(shown) } : line, message)
    }
  })
}

/** Not the message: that of a database driver can contain values. */
function errorNameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: string }
  return typeof code === "string" ? code : (name ?? "error")
}

/** Converts a value for a log line. */
function shown(value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return typeof value === "bigint" ? String(value) : value
}
