/** A reason why a value that one schema accepts may be rejected by another. */
export interface Gap {
  /** The path in the value: `["tags", "[]", "name"]`. */
  readonly place: readonly string[]
  /** The rule that rejects it: a keyword, or one of the names below. */
  readonly rule: GapRule
  /** The rule of the accepting schema and that of the rejecting one; `undefined` if there is none. */
  readonly from: unknown
  readonly to: unknown
  /** Whether it could not be decided: no rejected value is known, but none can be excluded. */
  readonly undecided?: boolean
}

/** The rule behind a gap. */
export type GapRule =
  // `ignored`: a declared property that the other schema ignores. Nothing is rejected.
  | "ignored"
  | "required"
  | "type"
  | "values"
  | "default"
  // How a text is parsed, in queries and the like: as a number, a boolean or a list.
  | "read as"
  // A schema that is unknown or cannot be compared.
  | "schema"
  | (string & {})

/** A gap that could not be decided. */
export function undecided(place: readonly string[], rule: GapRule, from: unknown, to: unknown): Gap {
  return { place, rule, from, to, undecided: true }
}
