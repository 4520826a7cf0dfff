import pg from "pg"

/** The callback for the result of a statement. */
export type Answer = (error: Error | null | undefined, result: pg.QueryResult) => void

type RawRow = readonly (string | null)[]

/** The last two rows of a result, as PostgreSQL wrote them: the values of the driver are less exact, as `Date` is. */
export interface RowTail {
  /** The names of the columns. */
  names: readonly string[]
  last: RawRow | undefined
  /** The row before the last. */
  before: RawRow | undefined
}

/** A named query. For a plain object, the driver would copy each property, which costs microseconds. */
export class NamedQuery extends pg.Query<Record<string, unknown>, unknown[]> {
  readonly name: string | undefined

  constructor(text: string, values: unknown[], name: string | undefined, answer: Answer) {
    super(text, values, answer)
    this.name = name
  }
}

// Methods that the driver calls with each message, and that its types omit.
interface MessageHandlers {
  handleRowDescription(message: { readonly fields: readonly { readonly name: string }[] }): void
  handleDataRow(message: { readonly fields: RawRow }): void
}
const handlers = pg.Query.prototype as unknown as MessageHandlers

/** A query that keeps the end of its result. */
export class TailQuery extends NamedQuery implements MessageHandlers {
  readonly #tail: RowTail

  constructor(text: string, values: unknown[], tail: RowTail, answer: Answer) {
    super(text, values, undefined, answer)
    this.#tail = tail
  }

  handleRowDescription(message: Parameters<MessageHandlers["handleRowDescription"]>[0]): void {
    this.#tail.names = message.fields.map(({ name }) => name)
    handlers.handleRowDescription.call(this, message)
  }
  handleDataRow(message: Parameters<MessageHandlers["handleDataRow"]>[0]): void {
    this.#tail.before = this.#tail.last
    this.#tail.last = message.fields
    handlers.handleDataRow.call(this, message)
  }
}
