import {
  AliasNode,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  SelectAllNode,
  type SelectQueryNode,
} from "kysely"
import { fault } from "../faults.ts"

/** Finds the keys of a list among the columns of its result. */
export function placesOf(
  by: readonly string[],
  query: SelectQueryNode,
  names: readonly string[],
): readonly number[] {
  const isOneTable = query.from?.froms.length === 1 && query.joins === undefined
  return by.map((key) => {
    const [column = "", table] = key.split(".").toReversed()
    const selected = (query.selections ?? []).map(({ selection }) =>
      nameIn(selection, column, table, isOneTable),
    )
    const name = selected.find((found) => found !== undefined)
    const place = name === undefined ? -1 : names.indexOf(name)
    if (place === -1 || names.lastIndexOf(name!) !== place)
      throw fault("PAGE_KEY_NOT_SELECTED", { column: key })
    return place
  })
}

/** The name that a selection gives a column; `undefined` if it selects something else. */
function nameIn(
  selection: OperationNode,
  column: string,
  table: string | undefined,
  isOneTable: boolean,
): string | undefined {
  if (SelectAllNode.is(selection)) return isOneTable ? column : undefined
  if (AliasNode.is(selection))
    return isColumn(selection.node, column, table, isOneTable) && IdentifierNode.is(selection.alias)
      ? selection.alias.name
      : undefined
  return isColumn(selection, column, table, isOneTable) ? column : undefined
}

function isColumn(
  node: OperationNode,
  column: string,
  table: string | undefined,
  isOneTable: boolean,
): boolean {
  if (!ReferenceNode.is(node)) return false
  const from = node.table?.table.identifier.name
  // Where PostgreSQL takes a name without its table, there is only one such column.
  if (table !== undefined && from !== table && !(isOneTable && from === undefined)) return false
  return SelectAllNode.is(node.column)
    ? table !== undefined || isOneTable
    : node.column.column.name === column
}
