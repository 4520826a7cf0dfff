import { createHash } from "node:crypto"
import type { CompiledQuery, QueryExecutorProvider } from "kysely"
import { Fault } from "trivet"
import { codeOf, DatabaseError, databaseErrorOf, isReplanned } from "./connection/database-error.ts"
import { fault } from "./faults.ts"
import type { Preparable, PreparedQuery, TransactionLike } from "./prepared-query.ts"
import type { Statement } from "./connection/session.ts"
import type { Source } from "./connection/source.ts"

/** Represents an argument while a query is compiled. It must be passed to the query unchanged. */
class Placeholder {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
  [Symbol.toPrimitive](): never {
    throw fault("PREPARED_ARGUMENT_READ", { position: this.at + 1 })
  }
}

let generation = 0

/** Compiles a query whose arguments are passed later. */
export function compilePrepared<Args extends readonly unknown[], Row>(
  source: Source,
  executor: QueryExecutorProvider,
  build: (...args: Args) => Preparable<Row>,
  count: number,
): PreparedQuery<Args, Row> {
  const placeholders = Array.from({ length: count }, (_, at) => new Placeholder(at))
  const compiled = build(...(placeholders as unknown as Args)).compile(executor)
  const used = new Set(compiled.parameters.filter((value) => value instanceof Placeholder))
  const unused = placeholders.find((placeholder) => !used.has(placeholder))
  if (unused !== undefined) throw fault("PREPARED_ARGUMENT_UNUSED", { position: unused.at + 1 })
  return new Prepared<Args, Row>(source, compiled, count)
}

interface Outcome<Row> {
  readonly rows: Row[]
  readonly rowCount: number | null
}

class Prepared<Args extends readonly unknown[], Row> implements PreparedQuery<Args, Row> {
  readonly #source: Source
  readonly #compiled: CompiledQuery<Row>
  readonly #count: number
  /** The index of the argument for each parameter; -1 for a constant. */
  readonly #from: readonly number[]
  /** Whether the parameters are exactly the arguments, in order. */
  readonly #inOrder: boolean
  readonly #hash: string
  readonly #transaction: TransactionLike | undefined
  #name: string | undefined
  #generation = generation

  constructor(source: Source, compiled: CompiledQuery<Row>, count: number, transaction?: TransactionLike) {
    this.#source = source
    this.#compiled = compiled
    this.#count = count
    this.#from = compiled.parameters.map((value) => (value instanceof Placeholder ? value.at : -1))
    this.#inOrder = this.#from.length === count && this.#from.every((at, index) => at === index)
    this.#hash = createHash("sha256").update(compiled.sql).digest("base64url").slice(0, 20)
    this.#transaction = transaction
    this.#name = this.#nameNow()
  }

  // Each of these calls the driver directly, without layers: they are on the hot path.
  async all(...args: Args): Promise<Row[]> {
    try {
      return (await this.#send(args)).rows
    } catch (error) {
      return (await this.#sendAgain(error, args)).rows
    }
  }
  async first(...args: Args): Promise<Row | undefined> {
    try {
      return (await this.#send(args)).rows[0]
    } catch (error) {
      return (await this.#sendAgain(error, args)).rows[0]
    }
  }
  async run(...args: Args): Promise<number> {
    try {
      return (await this.#send(args)).rowCount ?? 0
    } catch (error) {
      return (await this.#sendAgain(error, args)).rowCount ?? 0
    }
  }
  on(transaction: TransactionLike): PreparedQuery<Args, Row> {
    return new Prepared(this.#source, this.#compiled, this.#count, transaction)
  }

  #send(args: Args): Promise<Outcome<Row>> {
    if (args.length !== this.#count)
      throw fault("PREPARED_ARGUMENTS_WRONG", { count: this.#count, given: args.length })
    if (this.#generation !== generation) this.#name = this.#nameNow()
    return this.#transaction === undefined
      ? this.#source.run(this.#compiled.sql, this.#valuesOf(args), this.#name)
      : this.#sendIn(this.#transaction, args)
  }

  async #sendIn(transaction: TransactionLike, args: Args): Promise<Outcome<Row>> {
    const statement: Statement = { ...this.#compiled, parameters: this.#valuesOf(args), name: this.#name }
    const { rows, numAffectedRows } = await transaction.executeQuery<Row>(statement)
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }

  /** Sends the statement again under a new name if the old name was the cause; otherwise throws the error. */
  async #sendAgain(thrown: unknown, args: Args): Promise<Outcome<Row>> {
    if (thrown instanceof Fault) throw thrown
    if (!isStale(thrown)) throw databaseErrorOf(thrown)
    // From now on every connection prepares its statements again. A concurrent call may have done this already.
    if (this.#generation === generation) generation++
    // Nothing was executed, so the statement can be sent again. Inside a transaction it cannot: the transaction has
    // failed and must be repeated as a whole.
    if ((this.#transaction ?? this.#source.transaction) !== undefined) throw databaseErrorOf(thrown)
    try {
      return await this.#send(args)
    } catch (again) {
      throw databaseErrorOf(again)
    }
  }

  #valuesOf(args: Args): unknown[] {
    if (this.#inOrder) return args as unknown as unknown[]
    return this.#from.map((at, index) => (at === -1 ? this.#compiled.parameters[index] : args[at]))
  }

  #nameNow(): string | undefined {
    this.#generation = generation
    if (!this.#source.named) return undefined
    return generation === 0 ? this.#hash : `${this.#hash}_${generation}`
  }
}

/** Whether an error was caused by an outdated prepared statement, so that the work may be retried. */
export function isStale(thrown: unknown): boolean {
  const cause = thrown instanceof DatabaseError ? thrown.cause : thrown
  // The statement name is unknown on this connection (26000) or already exists (42P05).
  return isReplanned(cause) || /^(?:26000|42P05)$/.test(String(codeOf(cause)))
}
