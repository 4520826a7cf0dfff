import {
  type CompiledQuery,
  type ExtractTypeFromReferenceExpression,
  type SelectQueryBuilder,
  type SelectQueryNode,
  sql,
  type StringReference,
} from "kysely"
import { executeWithTail } from "../connection/noting-compiler.ts"
import type { RowTail } from "../connection/row-tail.ts"
import { fault } from "../faults.ts"
import { openCursor, type Position, sealCursor } from "./cursor.ts"
import { compileWithKey } from "./cursor-keys.ts"
import { type Direction, partsAfter } from "./parts-after.ts"
import { placesOf } from "./places-of.ts"

/** What a client says of a page: the query of a record with `paged()`. */
export interface PageInput {
  /** The number of items of the page. */
  readonly limit: number
  /** `next` of the page before. The first page if absent or empty. */
  readonly cursor?: string | undefined
}

/** A page of rows. */
export interface PageOfRows<Row> {
  /** The rows, at most `limit`. */
  readonly items: Row[]
  /** The cursor of the next page; absent if there are no more rows. */
  readonly next?: string
}

/** The order of a list that is read in pages. */
export interface PageOrder<First extends string, Others extends string> {
  /**
   * The columns by which the list is ordered, which the query must select. Only the first may be null, and together they
   * must be unique.
   */
  readonly by: readonly [First, ...Others[]]
  /** The direction of all columns. Default: `asc`. Null is the largest value, as in PostgreSQL. */
  readonly order?: "asc" | "desc"
}

/** The columns of a query that are never null. */
export type NotNullColumn<Tables, From extends keyof Tables> = {
  [Column in StringReference<Tables, From>]: null extends ExtractTypeFromReferenceExpression<
    Tables,
    From,
    Column
  >
    ? never
    : Column
}[StringReference<Tables, From>]

/**
 * Reads a page of a query by the keys of its rows: `paginate(query, ctx.input("query"), { by: ["created_at", "id"],
 * order: "desc" })`. However many rows are before the page, an index of the keys finds it at once, and rows that others
 * insert or delete meanwhile move none to another page. The query must not have an order or limit of its own.
 *
 * The cursor is sealed, and belongs to this query with these values: that of another user, list or filter is rejected with
 * the status 400. Values of type `Date` may change from page to page.
 *
 * @example
 * ```ts
 * import { Database, type PageInput, paginate } from "@trivet/postgres"
 * import { inject } from "trivet"
 *
 * interface Tables {
 *   tickets: { id: string; user_id: string; title: string; created_at: Date }
 * }
 * class Db extends Database<Tables> {}
 *
 * export class TicketsService {
 *   readonly #db = inject(Db)
 *
 *   list(userId: string, input: PageInput) {
 *     const own = this.#db.selectFrom("tickets").select(["id", "title", "created_at"]).where("user_id", "=", userId)
 *     return paginate(own, input, { by: ["created_at", "id"], order: "desc" })
 *   }
 * }
 * ```
 */
export async function paginate<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  input: PageInput,
  order: PageOrder<StringReference<Tables, From>, NotNullColumn<Tables, From>>,
): Promise<PageOfRows<Row>> {
  const { limit, cursor = "" } = input
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw fault("POSTGRES_OPTION_INVALID", { option: "limit", what: "`paginate()`", value: limit })
  const { by, order: direction = "asc" } = order
  const { compiled, key } = compileWithKey(query)
  refuseOrdered(compiled)
  const scope = scopeOf(compiled, by, direction)
  const parts =
    cursor === "" ? [undefined] : partsAfter(by, direction, openCursor(await key(), scope, cursor))

  let ordered = query
  for (const column of by) ordered = ordered.orderBy(sql.ref(column), direction)
  const items: Row[] = []
  // One row more than the page has says whether there is a next page.
  const tail: RowTail = { names: [], last: undefined, before: undefined }
  for (const part of parts) {
    const found = part === undefined ? ordered : ordered.where(part as never)
    items.push(...(await executeWithTail(found.limit(limit + 1 - items.length), tail)))
    if (items.length > limit) break
  }
  const places = placesOf(by, compiled.query as SelectQueryNode, tail.names)
  if (items.length <= limit) return { items }
  items.pop()
  const [last, following] = [tail.before!, tail.last!].map((row) => places.map((place) => row[place]!))
  refuseUnclear(last!, following!, by)
  return { items, next: sealCursor(await key(), scope, last!) }
}

/** What a cursor belongs to: the query with its values, and the order. */
function scopeOf(compiled: CompiledQuery, by: readonly string[], direction: Direction): string {
  // A list often compares with the present time, which is another one for the next page.
  const values = compiled.parameters.map((value) =>
    value instanceof Date ? "a time" : typeof value === "bigint" ? `${value}n` : value,
  )
  return JSON.stringify([compiled.sql, values, by, direction])
}

const clauses = ["orderBy", "limit", "offset", "fetch", "top", "distinctOn", "setOperations"] as const

/** A condition and an order that are added to such a query would mean something else. */
function refuseOrdered({ query }: CompiledQuery): void {
  const node = query as Readonly<Partial<Record<(typeof clauses)[number], unknown>>>
  const clause = clauses.find((name) => node[name] !== undefined)
  if (clause !== undefined) throw fault("PAGE_QUERY_ORDERED", { clause })
}

/** Between equal keys a page cannot end: the rest of these rows would be on no page. */
function refuseUnclear(last: Position, following: Position, by: readonly string[]): void {
  const nullAt = last.findIndex((value, at) => at > 0 && value === null)
  if (nullAt > 0) throw fault("PAGE_KEY_NULL", { column: by[nullAt]! })
  if (last.every((value, at) => value === following[at]))
    throw fault("PAGE_KEYS_EQUAL", { columns: by.join(", ") })
}
