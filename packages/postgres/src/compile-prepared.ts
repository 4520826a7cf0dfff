import { createHash } from "node:crypto"
import type { CompiledQuery, QueryExecutorProvider } from "kysely"
import { Fault } from "trivet"
import { DatabaseError, databaseErrorOf } from "./database-error.ts"
import { fault } from "./faults.ts"
import type { Preparable, PreparedQuery, TransactionLike } from "./prepared-query.ts"
import type { Statement } from "./session.ts"
import type { Source } from "./source.ts"

/** Stands for an argument while a query is compiled. It must reach the query as it is. */
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

/** Compiles a query whose arguments come later. */
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
  /** Which argument each parameter takes; -1 for a constant. */
  readonly #from: readonly number[]
  /** Whether the parameters are just the arguments. */
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

  // Each of these is one function from the call to the driver, because all of it is paid for on every call.
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

  /** Sends it once more under a new name, if the old one was the matter; else raises the error for the caller. */
  async #sendAgain(thrown: unknown, args: Args): Promise<Outcome<Row>> {
    if (thrown instanceof Fault) throw thrown
    if (!isStale(thrown)) throw databaseErrorOf(thrown)
    // From now on every connection parses its statements anew. Another call may have seen to that already.
    if (this.#generation === generation) generation++
    // Nothing was run, so it may be run again; but a transaction has failed with it, and only as a whole can it be
    // tried again.
    if (this.#transaction !== undefined) throw databaseErrorOf(thrown)
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

/** Whether a transaction failed because of prepared statements that were out of date, and may be tried again. */
export function isStale(thrown: unknown): boolean {
  const { code, routine } = Object(thrown instanceof DatabaseError ? thrown.cause : thrown) as {
    readonly code?: unknown
    readonly routine?: unknown
  }
  // All that PostgreSQL does not support has the first code. In this function, a plan was made for columns that have changed.
  if (code === "0A000") return routine === "RevalidateCachedQuery"
  // The name is not known, or known already, to this connection.
  return /^(?:26000|42P05)$/.test(String(code))
}
