import type { Kind } from "./kinds.ts"

/** The kind of the records with a method. */
export const requestKind: Kind = { name: "request", words: false }

/** The kind of the records with neither a method nor a kind. */
export const commandKind: Kind = { name: "command", words: true }

/** The kind of a record. */
export function kindOfRecord(record: { readonly method?: unknown; readonly kind?: Kind }): Kind {
  return record.kind ?? (record.method === undefined ? commandKind : requestKind)
}
