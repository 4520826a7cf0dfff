import type { StandardSchema } from "trivet"

/** The schemas of one contract, written with one library. */
export interface Parts {
  readonly params: StandardSchema
  readonly query: StandardSchema
  readonly headers: StandardSchema
  readonly body: StandardSchema
  readonly item: StandardSchema
  readonly refusal: StandardSchema
}

/** A library, with the contract that `dto()` can say too, and one that takes lists, enumerations and nested objects. */
export interface Library {
  readonly flat: Parts
  readonly rich?: Parts
}
