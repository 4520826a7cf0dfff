import type { Expression, ExpressionBuilder, SqlBool } from "kysely"
import type { Position } from "./cursor.ts"

/** The direction of a list: of all its keys. */
export type Direction = "asc" | "desc"

type Builder = ExpressionBuilder<Record<string, Record<string, string | null>>, string>

/** A condition, as `where()` takes it. */
export type Condition = (builder: Builder) => Expression<SqlBool>

/**
 * The rows of a list behind a position, as conditions whose rows follow each other. PostgreSQL reads each from an index of
 * the keys, which it would not with `or`. Only the first key may be null: PostgreSQL orders null as larger than every
 * value.
 */
export function partsAfter(
  keys: readonly string[],
  direction: Direction,
  position: Position,
): readonly Condition[] {
  const first = keys[0]!
  if (position[0] !== null) {
    const behindIt: Condition = (eb) => behind(eb, keys, direction, position)
    return direction === "asc" ? [behindIt, (eb) => eb(first, "is", null)] : [behindIt]
  }
  const otherNulls: Condition = (eb) =>
    eb.and([eb(first, "is", null), behind(eb, keys.slice(1), direction, position.slice(1))])
  return direction === "asc" ? [otherNulls] : [otherNulls, (eb) => eb(first, "is not", null)]
}

// The values are texts without a type: PostgreSQL takes that of the column, and reads what it has written.
function behind(eb: Builder, keys: readonly string[], direction: Direction, position: Position) {
  const operator = direction === "asc" ? ">" : "<"
  if (keys.length === 1) return eb(keys[0]!, operator, position[0]!)
  const [one = "", two = "", ...others] = keys
  const [first, second, ...rest] = position
  return eb(eb.refTuple(one, two, ...(others as [])), operator, eb.tuple(first!, second!, ...(rest as [])))
}
