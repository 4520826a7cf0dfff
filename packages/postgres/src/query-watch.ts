import type { Context } from "trivet"
import type { Operations } from "trivet/extend"

/** Tells who watches the application about each query, and marks queries with the call that they belong to. */
export class QueryWatch {
  readonly #operations: Operations
  readonly #current: (() => Context | undefined) | undefined

  /** `current` gives the running call, if queries get a comment that names it. */
  constructor(operations: Operations, current?: () => Context | undefined) {
    this.#operations = operations
    this.#current = current
  }

  /** Whether there is anything to do. */
  get active(): boolean {
    return this.#current !== undefined || this.#operations.watched
  }

  /** Sends a query with `send`, which gets the text. */
  run<Result>(
    text: string,
    values: readonly unknown[],
    send: (text: string) => Promise<Result>,
  ): Promise<Result> {
    const sent = this.#current === undefined ? text : withComment(text, this.#current())
    if (!this.#operations.watched) return send(sent)
    return this.#operations.run({ kind: "sql", text, values }, () => send(sent))
  }
}

/** In front of the text: PostgreSQL cuts long texts off where it shows what is running. */
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

/** Neither a quote nor a slash is left, so that no value can end the comment. */
function escape(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27")
}
