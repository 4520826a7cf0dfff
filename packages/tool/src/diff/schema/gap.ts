/** A reason why a value that one schema accepts may be rejected by another. */
export interface Gap {
  /** Where in the value: `["tags", "[]", "name"]`. */
  readonly place: readonly string[]
  /** The rule that rejects it: a keyword, or one of the names below. */
  readonly rule: GapRule
  /** What the schema that accepts says, and what the one that rejects says; `undefined` for nothing. */
  readonly from: unknown
  readonly to: unknown
  /** Whether no value is known that is rejected: only that none is cannot be shown. */
  readonly undecided?: boolean
}

/** What makes a gap. */
export type GapRule =
  // `ignored`: a declared property that the other schema takes no notice of. Nothing is rejected.
  | "ignored"
  | "required"
  | "type"
  | "values"
  | "default"
  // How a text becomes a value, in queries and the like: as a number, a boolean or a list.
  | "read as"
  // A schema that is not known, or cannot be compared.
  | "schema"
  | (string & {})

/** The gap of what cannot be compared. */
export function undecided(place: readonly string[], rule: GapRule, from: unknown, to: unknown): Gap {
  return { place, rule, from, to, undecided: true }
}
