import type { ModuleArrow, ModuleBox } from "./module-graph.ts"

/** A point of a picture, in pixels from its upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A box with its upper left corner and its size. */
export interface PlacedBox extends Point {
  readonly box: ModuleBox
  readonly width: number
  readonly height: number
}

/** An arrow with its points. */
export interface PlacedArrow {
  readonly arrow: ModuleArrow
  readonly points: readonly Point[]
}

/** A graph with all positions. */
export interface PlacedGraph {
  readonly width: number
  readonly height: number
  readonly boxes: readonly PlacedBox[]
  readonly arrows: readonly PlacedArrow[]
}
