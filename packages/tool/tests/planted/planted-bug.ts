import type { FindingKind } from "../../src/fuzz.ts"
import type { PlantedEdit } from "./planted-edit.ts"

/** A bug that a call shows. */
export interface PlantedBug extends PlantedEdit {
  /** What a finding must be to be a report of this bug: of one of these kinds, on a route whose title contains this. */
  readonly shows: { readonly kinds: readonly FindingKind[]; readonly route: string }
}
