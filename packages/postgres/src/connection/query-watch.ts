import type { Context } from "trivet"
import type { Operations } from "trivet/extend"

/** Reports each query to the observers of the application, and adds comments that name the call. */
export class QueryWatch {
  readonly #operations: Operations
  readonly #current: (() => Context | undefined) | undefined

  /** `current` returns the running call, if queries get a comment that names it. */
  constructor(operations: Operations, current?: () => Context | undefined) {
    this.#operations = operations
    this.#current = current
  }

  /** Whether queries are reported or commented. */
  get active(): boolean {
    return this.#current !== undefined || this.#operations.watched
  }

  /** Reports a wait for a connection, until the returned function is called. */
  wait(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (this.#operations.watched)
      void this.#operations.run({ kind: "pool", text: "wait for a connection", values: [] }, () => promise)
    return resolve
  }

  /** Sends a query with `send`, which gets its final text. `cut` closes its connection, if it is known. */
  run<Result>(
    text: string,
    values: readonly unknown[],
    send: (text: string) => Promise<Result>,
    cut?: () => void,
  ): Promise<Result> {
    const sent = this.#current === undefined ? text : withComment(text, this.#current())
    if (!this.#operations.watched) return send(sent)
    const operation = { kind: "sql", text, values, lost: connectionLost, ...(cut !== undefined && { cut }) }
    return this.#operations.run(operation, () => send(sent))
  }
}

/** The error of the driver. What sends the statement makes that of callers of it. */
function connectionLost(): Error {
  return new Error("Connection terminated unexpectedly")
}

/** At the start of the text: `pg_stat_activity` truncates long texts. */
function withComment(text: string, call: Context | undefined): string {
  if (call === undefined) return text
  const { method, pattern = "" } = call
  const route = method === "" ? pattern : `${method} ${pattern}`
  const parts = [`route='${escape(route)}'`]
  for (const key of ["request_id", "trace_id"]) {
    const id: unknown = (call as unknown as { get(key: string): unknown }).get(key)
    if (typeof id === "string") parts.push(`${key}='${escape(id)}'`)
  }
  return `/* ${parts.join(", ")} */ ${text}`
}

/** Escapes quotes and slashes, so that no value can end the comment. */
function escape(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27")
}
