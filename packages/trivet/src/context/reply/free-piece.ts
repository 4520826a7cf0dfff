/**
 * The method that returns a written piece to its body for reuse: `body[freePiece](piece)`. Allocating every piece of a
 * long file costs more in garbage collection than reading it.
 */
export const freePiece = "trivet:free-piece"

/** A body that reuses its pieces. If an engine does not return them, the body allocates new ones. */
export interface ReusedPieces extends AsyncIterable<Uint8Array> {
  [freePiece](piece: Uint8Array): void
}
