import { type CompiledQuery, PostgresQueryCompiler, type QueryCompiler } from "kysely"
import type { RowTail } from "./row-tail.ts"
import type { Statement } from "./session.ts"

let last: QueryCompiler | undefined
let wanted: RowTail | undefined

/**
 * Kysely's compiler. A query of Kysely does not say which database it belongs to, and passes nothing on to its driver; both
 * go through here, because Kysely compiles at once when a query is executed.
 */
export class NotingCompiler extends PostgresQueryCompiler {
  override compileQuery(...query: Parameters<PostgresQueryCompiler["compileQuery"]>): CompiledQuery {
    // oxlint-disable-next-line typescript/no-this-alias -- it is read after the call, by the function below
    last = this
    const compiled = super.compileQuery(...query)
    if (wanted === undefined) return compiled
    const statement: Statement = { ...compiled, tail: wanted }
    return statement
  }
}

/** Compiles a query; with the compiler that did, `undefined` if the query is of another Kysely than those of this package. */
export function compileNoting(compile: () => CompiledQuery): {
  readonly compiled: CompiledQuery
  readonly compiler: QueryCompiler | undefined
} {
  last = undefined
  const compiled = compile()
  return { compiled, compiler: last }
}

/** Executes a query, and copies the end of its result to `tail`. */
export function executeWithTail<Row>(query: { execute(): Promise<Row[]> }, tail: RowTail): Promise<Row[]> {
  wanted = tail
  try {
    return query.execute()
  } finally {
    wanted = undefined
  }
}
