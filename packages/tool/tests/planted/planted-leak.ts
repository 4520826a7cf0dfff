import type { PlantedEdit } from "./planted-edit.ts"

/** A leak: a caller gets a text that only another caller has written. */
export interface PlantedLeak extends PlantedEdit {
  /** The route whose reply contains the text. */
  readonly route: string
}
